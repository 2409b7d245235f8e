"""Compiling in two stages: each function once to LLVM's code, and that to the processor's code
only for what is called from outside.

Numba takes every function all the way: it links all that the function calls into it, optimises the
whole and makes the processor's code of it, though most functions are called by other compiled ones
alone, which do all of that again. Here such a function stays a *part*; the code of the processor is
made of a function that Python calls, with all its parts, once.

All that depends on how Numba compiles is in this module.
"""

from __future__ import annotations

from typing import Any

from numba.core import codegen, compiler, compiler_lock, event, registry, sigutils, types
from numba.core.environment import lookup_environment

_CODE_OF_ENVIRONMENTS = "_ZN08NumbaEnv"
_lock: Any = compiler_lock.global_compiler_lock
_signatures: Any = sigutils
_types: Any = types


class Part(codegen.JITCodeLibrary):
    """The code of one function, to be linked to what calls it."""

    _own: Any = None

    def add_linking_library(self, library: Any) -> None:
        if not isinstance(library, Part):
            library._ensure_finalized()
        self._linking_libraries.append(library)

    def _get_module_for_linking(self) -> Any:
        """The function alone, before and after its own code has been made."""
        if self._own is None:
            self._own = _for_linking(self._final_module)
        return self._own

    def finalize(self) -> None:
        self._get_module_for_linking()
        self._linking_libraries = self._all_parts()
        super().finalize()

    def serialize_using_object_code(self) -> tuple[str, str, tuple[bytes, bytes]]:
        """With the function and all its parts, for callers that are compiled later."""
        whole = _for_linking(self._final_module).as_bitcode()
        return self.name, "object", (self._get_compiled_object(), whole)

    def _all_parts(self) -> list[Any]:
        """What it calls, and what that calls: each after its callers, for LLVM links of a library
        only what has been called before."""
        found: dict[Any, None] = {}

        def add(library: Any) -> None:
            if library not in found:
                for called in library._linking_libraries if isinstance(library, Part) else ():
                    add(called)
                found[library] = None

        add(self)
        return list(found)[-2::-1]


def _for_linking(module: Any) -> Any:
    """A copy of which a caller takes what it needs, as others may do too."""
    module = module.clone()
    for function in module.functions:
        if not function.is_declaration:
            function.linkage = "linkonce_odr"
    return module


class ToPart(compiler.CompilerBase):
    """Numba's compiler, which stops at a part."""

    def compile_extra(self, func: Any) -> Any:
        state = self.state
        state.library = Part(state.targetctx.codegen(), func.__qualname__)
        state.library.enable_object_caching()
        state.flags.no_compile = state.flags.no_cpython_wrapper = True
        return super().compile_extra(func)

    def define_pipelines(self) -> list[Any]:
        return [compiler.DefaultPassBuilder.define_nopython_pipeline(self.state)]


class Staged(registry.CPUDispatcher):
    """A function that is compiled as a part for compiled callers, and whole for Python."""

    _as_part = 0
    overloads: Any
    _cache: Any

    def get_call_template(self, args: Any, kws: Any) -> Any:
        """Compiled code calls it. A literal among the arguments is no reason to compile it anew."""
        plain = {name: _types.unliteral(kind) for name, kind in kws.items()}
        self._as_part += 1
        try:
            return super().get_call_template(tuple(map(_types.unliteral, args)), plain)
        finally:
            self._as_part -= 1

    def compile(self, sig: Any) -> Any:
        with _lock:
            super().compile(sig)
            arguments = tuple(_signatures.normalize_signature(sig)[0])
            entry = self.overloads[arguments].entry_point
            if isinstance(entry, _Place) and not self._as_part:
                return self._complete(arguments)
            return entry

    def add_overload(self, cres: Any) -> None:
        if cres.entry_point is None:
            cres = cres._replace(entry_point=_Place())
            cres.target_context.insert_user_function(cres.entry_point, cres.fndesc, [cres.library])
            self.overloads[tuple(cres.signature.args)] = cres
        else:
            super().add_overload(cres)

    def _complete(self, arguments: tuple[Any, ...]) -> Any:
        """The processor's code of a part and all that it calls."""
        part = self.overloads[arguments]
        context, library = part.target_context, part.library
        with event.trigger_event("mirabilia:complete", data={"dispatcher": self}):
            with context.push_code_library(library):
                context.create_cpython_wrapper(
                    library, part.fndesc, part.environment, part.call_helper, release_gil=True
                )
            entry = context.get_executable(library, part.fndesc, part.environment)
            for variable in library._final_module.global_variables:
                if variable.name.startswith(_CODE_OF_ENVIRONMENTS):
                    if environment := lookup_environment(variable.name):
                        library.codegen.set_env(variable.name, environment)
        whole = part._replace(entry_point=entry)
        context.insert_user_function(entry, part.fndesc, [library])
        super().add_overload(whole)
        self._cache.save_overload(arguments, whole)
        return entry


class _Place:
    """What stands for the entry of a part, which has none yet."""

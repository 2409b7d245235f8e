"""The templates in a language, and how they are made quick.

A page of a table asks for a thousand attributes, calls five hundred functions and puts out six
hundred values, for each reader after each step. Jinja asks at every one of them what it might be:
an item or an attribute, a function that wants to know the context, a text that is safe already.
Here templates say what they mean (an item in brackets, no function that wants the context), so the
code that Jinja generates is plain Python: see ``Plain``. What a page says is the same, and a test
holds it against Jinja's own.
"""

from __future__ import annotations

from collections.abc import Callable, MutableMapping
from functools import cache, lru_cache
from types import CodeType
from typing import Any

from babel.support import NullTranslations
from jinja2 import Environment, PackageLoader, StrictUndefined, Template, nodes
from jinja2.compiler import CodeGenerator, Frame, MacroRef
from jinja2.runtime import missing
from markupsafe import Markup, escape

from ...catalogue import AGES
from ..rooms.names import LONGEST_NAME
from ..texts import texts
from .drawn import drawings, static
from .explaining import words_url
from .forms import OTHER, payment_text
from .goods import symbols_words
from .labels import COLOURS, EXPANSION_NAMES, LEVELS, PACE_NAMES
from .outlook import signed
from .preferences import PREFERENCES
from .times import ago, moment

MOST_TEXTS = 4096


@cache
def environment(lang: str) -> Environment:
    """The templates in a language."""
    return dressed(Quick, lang)


def dressed(kind: type[Environment], lang: str) -> Environment:
    """An environment of this kind with all that our templates ask for."""
    env = kind(
        loader=PackageLoader("mirabilia.table.page"),
        autoescape=True,
        trim_blocks=True,
        lstrip_blocks=True,
        undefined=StrictUndefined,
        auto_reload=False,
        extensions=["jinja2.ext.i18n"],
    )
    found = texts(lang)
    env.install_gettext_translations(found, newstyle=True)  # type: ignore[attr-defined]
    say = found.gettext
    env.globals["_"] = env.globals["gettext"] = _sayer(found)
    env.globals["ngettext"] = _counter(found)
    env.filters["signed"] = signed
    env.globals.update(
        drawings(env),
        static=static,
        preferences=PREFERENCES,
        longest_name=LONGEST_NAME,
        paces=[(value, say(name)) for value, name in PACE_NAMES.items()],
        payment_text=payment_text,
        OTHER=OTHER,
        words_url=words_url,
        ago=lambda then: ago(then, lang),
        moment=moment,
        roman=lambda age: AGES[age],
        expansion_name=lambda name: say(EXPANSION_NAMES[name]),
        level_name=lambda name: say(LEVELS[name]) if name in LEVELS else name,
        symbols_words=lambda symbols: symbols_words(symbols, found),
        colour_name=lambda name: say(COLOURS[name]),
    )
    return env


# Texts: as the extension for translations says them, but each is looked up once.


def _sayer(said: NullTranslations) -> Callable[..., Markup]:
    @lru_cache(maxsize=MOST_TEXTS)
    def found(text: str) -> Markup:
        return Markup(said.gettext(text))

    @lru_cache(maxsize=MOST_TEXTS)
    def plain(text: str) -> Markup:
        return found(text) % {}

    def say(text: str, /, **named: object) -> Markup:
        return found(text) % named if named else plain(text)

    return say


def _counter(said: NullTranslations) -> Callable[..., Markup]:
    @lru_cache(maxsize=MOST_TEXTS)
    def found(one: str, more: str, count: int) -> Markup:
        return Markup(said.ngettext(one, more, count))

    @lru_cache(maxsize=MOST_TEXTS)
    def plain(one: str, more: str, count: int) -> Markup:
        return found(one, more, count) % {"num": count}

    def count(one: str, more: str, count: int, /, **named: object) -> Markup:
        if not named:
            return plain(one, more, count)
        return found(one, more, count) % {"num": count, **named}

    return count


# Templates as plain Python.


class Plain(CodeGenerator):
    """Writes attributes as attributes, calls as calls and macros as functions."""

    def visit_Getattr(self, node: nodes.Getattr, frame: Frame) -> None:
        self.visit(node.node, frame)
        self.write(f".{node.attr}")

    def visit_Call(self, node: nodes.Call, frame: Frame, forward_caller: bool = False) -> None:
        self.visit(node.node, frame)
        self.write("(")
        for given in [*node.args, *node.kwargs]:
            self.visit(given, frame)
            self.write(", ")
        self.write("caller=caller)" if forward_caller else ")")

    def macro_def(self, macro_ref: MacroRef, frame: Frame) -> None:
        names = [arg.name for arg in macro_ref.node.args]
        self.write(f"as_function(macro, {names!r})")

    def _output_child_pre(self, node: nodes.Expr, frame: Frame, finalize: Any) -> None:
        self.write("safely(")


def safely(value: object) -> str:
    """A value as a page may hold it; what is markup already stays as it is."""
    if type(value) is Markup:
        return value
    if type(value) is int:
        return str(value)
    return escape(value)


def as_function(macro: Callable[..., str], names: list[str]) -> Callable[..., Markup]:
    """A macro as templates call it: what is not given is taken from its own line."""
    macro.__defaults__ = (missing,) * len(names)  # type: ignore[attr-defined]

    def call(*given: Any, **named: Any) -> Markup:
        if named:
            further = names[len(given) :]
            given += tuple(named.pop(name, missing) for name in further)
            if named:
                raise TypeError(f"a macro knows no {', '.join(named)}")
        return Markup(macro(*given))

    return call


class PlainTemplate(Template):
    @classmethod
    def from_code(
        cls,
        environment: Environment,
        code: CodeType,
        globals: MutableMapping[str, Any],
        uptodate: Callable[[], bool] | None = None,
    ) -> Template:
        known = {"environment": environment, "safely": safely, "as_function": as_function}
        namespace = {**known, "__file__": code.co_filename}
        exec(code, namespace)
        return cls._from_namespace(environment, namespace, globals)


class Quick(Environment):
    code_generator_class = Plain
    template_class = PlainTemplate

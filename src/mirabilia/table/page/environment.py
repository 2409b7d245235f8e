"""The templates in a language, and how they are made quick.

A page of a table asks for a thousand attributes, calls five hundred functions and puts out six
hundred values, for each reader after each step. Jinja asks at every one of them what it might be:
an item or an attribute, a function that wants to know the context, a text that is safe already.
Here templates say what they mean (an item in brackets, no function that wants the context), so the
code that Jinja generates is plain Python: see ``Plain``. What a page says is the same, and a test
holds it against Jinja's own.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, MutableMapping
from functools import cache, lru_cache
from itertools import groupby
from operator import itemgetter
from types import CodeType, FunctionType
from typing import Any

from babel.support import NullTranslations
from jinja2 import Environment, PackageLoader, StrictUndefined, Template, nodes
from jinja2.compiler import CodeGenerator, Frame, MacroRef
from jinja2.environment import TemplateModule
from jinja2.idtracking import VAR_LOAD_RESOLVE
from jinja2.runtime import Context
from jinja2.utils import missing
from markupsafe import Markup, escape

from ...bots.levels import PLAIN
from ...catalogue import AGES, naming
from ...texts import language_name, languages, listed, of_pages, texts, translated
from ..rooms.names import LONGEST_NAME
from ..settings import Settings
from .drawn import drawings, giving_markup, look_up, static
from .explaining import everything_url, words_url
from .forms import OTHER, payment_text
from .goods import symbols_words
from .labels import COLOURS, EXPANSION_NAMES, LEVELS, PACE_NAMES
from .outlook import signed
from .preferences import PREFERENCES
from .reference.places import rule_on_decision, rule_on_line, rules_address
from .times import ago, brief_span, clock_face, day, moment, span, time_left, today, when, when_day

MOST_TEXTS = 4096
TEXTS = ("_", "gettext")
# Besides those that draw, functions that are the same on all pages.
FIXED = ("ngettext", "colour_name", "payment_text", "roman", "rules_address", "symbols_words")
FIXED_AS = "fixed_"  # and the name, as templates call them


def environment(lang: str) -> Environment:
    """The templates in a language, for a page that is to be made now."""
    look_up()
    return templates(of_pages(lang))


@cache
def templates(lang: str) -> Environment:
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
    env.globals["_"] = env.globals["gettext"] = giving_markup(_sayer(found))
    env.globals["ngettext"] = giving_markup(_counter(found))
    for other in ("pgettext", "npgettext"):
        del env.globals[other]
    env.filters["signed"] = signed
    env.filters["listed"] = lambda words: listed(tuple(words), found)
    drawn = drawings(env)
    env.globals.update(
        drawn,
        static=static,
        preferences=PREFERENCES,
        longest_name=LONGEST_NAME,
        languages=_languages,
        card_languages=_card_languages,
        paces=[(value, say(name)) for value, name in PACE_NAMES.items()],
        payment_text=payment_text,
        quick_bots=PLAIN,
        OTHER=OTHER,
        words_url=words_url,
        everything_url=everything_url,
        rule_on_decision=rule_on_decision,
        rule_on_line=rule_on_line,
        rules_address=rules_address,
        ago=lambda then: ago(then, lang),
        day=lambda then: day(then, lang),
        moment=moment,
        clocks=Settings().clocks,
        span=lambda seconds: span(seconds, lang),
        brief_span=lambda seconds: brief_span(seconds, lang),
        clock_face=lambda seconds, clock: clock_face(seconds, clock, lang),
        time_left=lambda seconds: time_left(seconds, lang),
        today=today,
        when=giving_markup(lambda then: when(then, lang)),
        when_day=giving_markup(lambda then: when_day(then, lang)),
        roman=lambda age: AGES[age],
        expansion_name=lambda name: translated(EXPANSION_NAMES[name], found),
        level_name=lambda name: say(LEVELS[name]) if name in LEVELS else name,
        symbols_words=lambda symbols: symbols_words(symbols, found),
        colour_name=lambda name: say(COLOURS[name]),
    )
    if isinstance(env, Quick):
        env.fixed = {name: env.globals[name] for name in (*TEXTS, *FIXED, *drawn)}
    return env


@cache
def _languages() -> list[tuple[str, str]]:
    """All languages of the pages, by the names they have for themselves."""
    return sorted(((lang, language_name(lang)) for lang in languages()), key=itemgetter(1))


@cache
def _card_languages() -> list[tuple[str, str]]:
    """All that have names of cards; the first, without a name, is that of the pages."""
    named = [(lang, language_name(lang)) for lang in naming.languages()]
    return [("", ""), *sorted(named, key=itemgetter(1))]


# Texts: as the extension for translations says them, but each is looked up once.


def _sayer(said: NullTranslations) -> Callable[..., Markup]:
    @lru_cache(maxsize=MOST_TEXTS)
    def found(text: str) -> Markup:
        return Markup(said.gettext(text))

    @lru_cache(maxsize=MOST_TEXTS, typed=True)  # markup is not what a text with the same letters is
    def say(text: str, /, **named: object) -> Markup:
        return found(text) % named

    return say


def _counter(said: NullTranslations) -> Callable[..., Markup]:
    @lru_cache(maxsize=MOST_TEXTS)
    def found(one: str, more: str, count: int) -> Markup:
        return Markup(said.ngettext(one, more, count))

    @lru_cache(maxsize=MOST_TEXTS, typed=True)
    def count(one: str, more: str, count: int, /, **named: object) -> Markup:
        return found(one, more, count) % {"num": count, **named}

    return count


# Templates as plain Python.


class Plain(CodeGenerator):
    """Writes attributes as attributes, calls as calls and macros as functions."""

    macros: frozenset[str] = frozenset()
    fixed: frozenset[str] = frozenset()

    def visit_Template(self, node: nodes.Template, frame: Frame | None = None) -> None:
        own = {macro.name for macro in node.find_all(nodes.Macro)}
        brought = (name for one in node.find_all(nodes.FromImport) for name in one.names)
        self.macros = frozenset(own.union(map(str, brought)))
        named = {one.name for one in node.find_all(nodes.Name) if one.ctx != "load"}
        self.fixed = self.environment.fixed.keys() - self.macros - named  # type: ignore[attr-defined]
        super().visit_Template(node, frame)

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

    def enter_frame(self, frame: Frame) -> None:
        """Nothing is looked up that is known already."""
        loads = frame.symbols.loads
        unknown = {target: load for target, load in loads.items() if not self._is_fixed(load)}
        frame.symbols.loads = unknown
        super().enter_frame(frame)
        frame.symbols.loads = loads

    def visit_Name(self, node: nodes.Name, frame: Frame) -> None:
        load = frame.symbols.find_load(frame.symbols.ref(node.name))
        if node.ctx == "load" and load and self._is_fixed(load):
            self.write(FIXED_AS + node.name)
        else:
            super().visit_Name(node, frame)

    def _is_fixed(self, load: tuple[str, str | None]) -> bool:
        return load[0] == VAR_LOAD_RESOLVE and load[1] in self.fixed

    def visit_Include(self, node: nodes.Include, frame: Frame) -> None:
        """In one piece, instead of handing on each of its pieces."""
        self.start_write(frame, node)
        self.write("included(environment.get_template(")
        self.visit(node.template, frame)
        self.write(f"), context, {self.dump_local_context(frame)})")
        self.end_write(frame)

    def blockvisit(self, nodes_: Iterable[nodes.Node], frame: Frame) -> None:
        super().blockvisit(_joined(nodes_), frame)

    def _output_child_to_const(self, node: nodes.Expr, frame: Frame, finalize: Any) -> str:
        """A text without slots is known as soon as the language is."""
        match node:
            case nodes.Call(node=nodes.Name(name=name), args=[nodes.Const(value=text)], kwargs=[]):
                if name in TEXTS and name in self.fixed:
                    say: Any = self.environment.globals[name]
                    return str(say(text))
        return super()._output_child_to_const(node, frame, finalize)

    def macro_def(self, macro_ref: MacroRef, frame: Frame) -> None:
        self.write(f"as_function(macro, {[arg.name for arg in macro_ref.node.args]!r})")

    def return_buffer_contents(self, frame: Frame, force_unescaped: bool = False) -> None:
        self.writeline(f"return new_text(Markup, concat({frame.buffer}))")

    def _output_child_pre(self, node: nodes.Expr, frame: Frame, finalize: Any) -> None:
        if not self._is_markup(node):
            self.write("safely(")

    def _output_child_post(self, node: nodes.Expr, frame: Frame, finalize: Any) -> None:
        if not self._is_markup(node):
            self.write(")")

    def _is_markup(self, node: nodes.Expr) -> bool:
        """Whether it is a call of something that only ever gives markup."""
        if not (isinstance(node, nodes.Call) and isinstance(node.node, nodes.Name)):
            return False
        name = node.node.name
        return name in self.macros or hasattr(self.environment.globals.get(name), "gives_markup")


def _joined(found: Iterable[nodes.Node]) -> Iterator[nodes.Node]:
    """What is put out one after the other is put out at once."""
    for is_output, same in groupby(found, lambda node: isinstance(node, nodes.Output)):
        if not is_output:
            yield from same
            continue
        outputs = [node for node in same if isinstance(node, nodes.Output)]
        parts = [part for output in outputs for part in output.nodes]
        yield nodes.Output(parts, lineno=outputs[0].lineno)


def included(template: Template, context: Context, local: Mapping[str, Any]) -> str:
    """A template that another one has within it, and that knows what is known there."""
    inner = template.new_context(context.get_all(), True, local)
    return "".join(template.root_render_func(inner))


def safely(value: object) -> str:
    """A value as a page may hold it; what is markup already stays as it is."""
    kind = type(value)
    if kind is str:
        return _escaped(value)
    if kind is int:
        return str(value)
    return escape(value)


@lru_cache(maxsize=MOST_TEXTS)
def _escaped(text: str) -> str:
    return str(escape(text))


def as_function(macro: FunctionType, names: list[str]) -> FunctionType:
    """A macro as templates call it: Jinja gives parameters names of its own, and sees by a mark
    which of them are missing.
    """
    if names:
        code = macro.__code__
        said = dict(zip(code.co_varnames, names, strict=False))
        macro.__code__ = code.replace(
            co_varnames=tuple(said.get(name, name) for name in code.co_varnames),
            co_cellvars=tuple(said.get(name, name) for name in code.co_cellvars),
        )
        macro.__defaults__ = (missing,) * len(names)
    return macro


class PlainTemplate(Template):
    def render(self, *args: Any, **known: Any) -> str:
        if taken := self.environment.fixed.keys() & known.keys():  # type: ignore[attr-defined]
            raise TypeError(f"a page can't call something else {taken}")
        return super().render(*args, **known)

    @classmethod
    def from_code(
        cls,
        environment: Environment,
        code: CodeType,
        globals: MutableMapping[str, Any],
        uptodate: Callable[[], bool] | None = None,
    ) -> Template:
        known = {
            "environment": environment,
            "safely": safely,
            "as_function": as_function,
            "included": included,
            "new_text": str.__new__,  # what is markup already need not be asked whether it is
        }
        same = {FIXED_AS + name: value for name, value in environment.fixed.items()}  # type: ignore[attr-defined]
        namespace = {**known, **same, "__file__": code.co_filename}
        exec(code, namespace)
        return cls._from_namespace(environment, namespace, globals)

    def _get_default_module(self, ctx: Context | None = None) -> TemplateModule:
        return super()._get_default_module()  # all templates know the same globals


class Quick(Environment):
    code_generator_class = Plain
    template_class = PlainTemplate

    def __init__(self, **options: Any) -> None:
        super().__init__(**options)
        self.fixed: dict[str, Any] = {}  # functions that are the same on all pages, by name
        self._loaded: dict[str, Template] = {}

    def get_template(
        self,
        name: str | Template,
        parent: str | None = None,
        globals: MutableMapping[str, Any] | None = None,
    ) -> Template:
        """Files don't change while a server runs: each is looked for once."""
        found = self._loaded.get(str(name))
        if found is None:
            found = self._loaded[str(name)] = super().get_template(name, parent, globals)
        return found

    def make_globals(self, d: MutableMapping[str, Any] | None) -> MutableMapping[str, Any]:
        return self.globals  # all templates know the same, and none knows more

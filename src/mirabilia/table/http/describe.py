"""The OpenAPI document as a page to read: no scripts, nothing from elsewhere."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from html import escape
from typing import Any

from ..page import assets

_STYLE = "css/api.css"
Schema = Mapping[str, Any]
Field = tuple[str, str, str]  # its name, its kind and what is said about it, the last two as HTML


def page(document: Schema) -> str:
    """The whole page."""
    operations = [
        (f"{method.upper()} {path}", operation)
        for path, methods in document["paths"].items()
        for method, operation in methods.items()
    ]
    shapes = Shapes(document)
    info = document["info"]
    contents = "".join(
        f'<li><a href="#{_anchor(title)}"><code>{escape(title)}</code></a></li>'
        for title, _ in operations
    )
    described = "".join(_operation(title, operation, shapes) for title, operation in operations)
    return (
        '<!doctype html><html lang="en"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f"<title>{escape(info['title'])}</title>"
        f'<link rel="icon" href="{escape(assets.url("icon.svg"))}">'
        f'<link rel="stylesheet" href="{escape(assets.url(_STYLE))}"></head><body><main>'
        f"<h1>{escape(info['title'])}</h1>{_paragraphs(info.get('description', ''))}"
        '<p><a href="/openapi.json">The same as an OpenAPI document</a></p>'
        f"<nav><ul>{contents}</ul></nav>"
        f"{described}<h2>What is sent and answered</h2>{shapes.sections()}"
        f"<h2>Why something is refused</h2>{shapes.refusals()}"
        "</main></body></html>"
    )


def _paragraphs(text: str) -> str:
    return "".join(f"<p>{escape(part)}</p>" for part in text.split("\n\n") if part.strip())


def _anchor(title: str) -> str:
    return escape(title.replace(" ", ":"))


def _operation(title: str, operation: Schema, shapes: Shapes) -> str:
    rows = [
        (each["name"], each["in"], each.get("description", ""), each.get("required", False))
        for each in operation.get("parameters", ())
    ]
    body = operation.get("requestBody", {}).get("content", {})
    sent = "".join(
        f"<p>Send {shapes.kind(content.get('schema', {}))} as {escape(media)}.</p>"
        for media, content in body.items()
    )
    answers = "".join(
        f"<li><b>{escape(status)}</b> {escape(answer.get('description', ''))}"
        f"{_answered(answer, shapes)}</li>"
        for status, answer in sorted(operation.get("responses", {}).items())
    )
    return (
        f'<section id="{_anchor(title)}"><h2><code>{escape(title)}</code></h2>'
        f"{_paragraphs(operation.get('description', operation.get('summary', '')))}"
        f"{_parameters(rows)}{sent}<details><summary>Answers</summary><ul>{answers}</ul></details>"
        "</section>"
    )


def _answered(answer: Schema, shapes: Shapes) -> str:
    parts = []
    for media, content in answer.get("content", {}).items():
        parts.append(f": {shapes.kind(content.get('schema', {}))}")
        if media != "application/json":
            parts.append(f" as {escape(media)}")
        if example := content.get("example"):
            code, sentence = escape(example["code"]), escape(example["error"])
            parts.append(f", such as <code>{code}</code> “{sentence}”")
    return "".join(parts)


def _parameters(rows: list[tuple[str, str, str, bool]]) -> str:
    if not rows:
        return ""
    lines = "".join(
        f"<tr><td><code>{escape(name)}</code></td><td>{escape(where)}</td>"
        f"<td>{escape(words)}{'' if required else ' (may be left out)'}</td></tr>"
        for name, where, words, required in rows
    )
    return f"<table>{lines}</table>"


class Shapes:
    """The schemas of a document; those that only one other uses are shown inside that one."""

    def __init__(self, document: Schema) -> None:
        self._schemas: Schema = document.get("components", {}).get("schemas", {})
        uses = Counter(_references(document))
        variants = {name for schema in self._schemas.values() for name in _variants(schema)}
        inner = {name for variant in variants for name in _references(self._schemas[variant])}
        self._inside = variants | {name for name in inner if uses[name] == 1}

    def sections(self) -> str:
        """Each schema as a table of its fields, or of its variants."""
        return "".join(
            f'<section id="{escape(name)}"><h3>{escape(name)}</h3>'
            f"{_paragraphs(schema.get('description', ''))}{self._body(schema)}</section>"
            for name, schema in self._schemas.items()
            if name not in self._inside
        )

    def refusals(self) -> str:
        """Each code with its sentence, whose places are the values."""
        rows = (
            f"<tr><td><code>{escape(code)}</code></td><td>{escape(sentence)}</td></tr>"
            for code, sentence in self._schemas["Failure"]["properties"]["code"]["x-codes"].items()
        )
        return f"<table>{''.join(rows)}</table>"

    def _body(self, schema: Schema) -> str:
        if variants := _variants(schema):
            return self._alternatives(schema["discriminator"]["propertyName"], variants)
        if "properties" not in schema:
            return f"<p>{self.kind(schema)}</p>"
        rows = (
            f"<tr><td><code>{escape(name)}</code></td><td>{kind}</td><td>{words}</td></tr>"
            for name, kind, words in self._fields(schema)
        )
        return f"<table>{''.join(rows)}</table>"

    def _alternatives(self, key: str, variants: list[str]) -> str:
        """What all variants have, then what is each one's own."""
        fields = [list(self._fields(self._schemas[name])) for name in variants]
        common = [field for field in fields[0] if all(field in others for others in fields)]
        rows = []
        for name, own in zip(variants, fields, strict=True):
            schema = self._schemas[name]
            listed = [field for field in own if field not in common and field[0] != key]
            rows.append(
                f"<tr><td><code>{escape(schema['properties'][key]['const'])}</code></td>"
                f"<td>{escape(schema.get('description', ''))}{_listed(listed)}</td></tr>"
            )
        return (
            f"{_listed(common)}<table><tr><th><code>{escape(key)}</code></th><th></th></tr>"
            f"{''.join(rows)}</table>"
        )

    def _fields(self, schema: Schema) -> Iterator[Field]:
        needed = schema.get("required", ())
        for name, field in schema.get("properties", {}).items():
            more = ""
            if "default" in field:
                more = f", default {escape(str(field['default']))}"
            elif name not in needed:
                more = ", not always there"
            yield name, self.kind(field) + more, escape(field.get("description", ""))

    def kind(self, schema: Schema) -> str:
        """A type in words; a name links to its description."""
        if "$ref" in schema:
            return self._named(_name_in(schema["$ref"]))
        for key in ("anyOf", "oneOf"):
            if key in schema:
                return " or ".join(self.kind(each) for each in schema[key])
        if "const" in schema or "enum" in schema:
            words = schema.get("enum", [schema.get("const")])
            return " or ".join(f"<code>{escape(str(word))}</code>" for word in words)
        match schema.get("type"):
            case "array":
                return f"a list of {self.kind(schema.get('items', {})) or 'anything'}"
            case "object" if "additionalProperties" in schema:
                keys = self.kind(schema.get("propertyNames", {})) or "text"
                values = schema["additionalProperties"]
                told = "anything" if values is True else self.kind(values)
                return f"a mapping of {keys} to {told}"
            case kind:
                return escape(str(kind or ""))

    def _named(self, name: str) -> str:
        if name not in self._inside:
            return f'<a href="#{escape(name)}">{escape(name)}</a>'
        return _listed(list(self._fields(self._schemas[name]))) or "nothing"


def _listed(fields: list[Field]) -> str:
    lines = "".join(
        f"<li><code>{escape(name)}</code>: {kind}{words and f', {words}'}</li>"
        for name, kind, words in fields
    )
    return f"<ul>{lines}</ul>" if lines else ""


def _variants(schema: Schema) -> list[str]:
    """The names of the schemas of which this one is one, told apart by a key."""
    if "discriminator" not in schema:
        return []
    return [_name_in(each["$ref"]) for each in schema["oneOf"]]


def _references(schema: Any) -> Iterator[str]:
    if isinstance(schema, Mapping):
        if isinstance(schema.get("$ref"), str):
            yield _name_in(schema["$ref"])
        for value in schema.values():
            yield from _references(value)
    elif isinstance(schema, list):
        for value in schema:
            yield from _references(value)


def _name_in(reference: str) -> str:
    return reference.rpartition("/")[2]

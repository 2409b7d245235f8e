"""The OpenAPI document as a page to read: no scripts, nothing from elsewhere."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from html import escape
from typing import Any

from ..page import assets

_STYLE = "css/api.css"


def page(document: Mapping[str, Any]) -> str:
    """The whole page."""
    operations = [
        _operation(path, method, operation)
        for path, methods in document["paths"].items()
        for method, operation in methods.items()
    ]
    schemas = document.get("components", {}).get("schemas", {})
    models = [_model(name, schema) for name, schema in schemas.items()]
    info = document["info"]
    return (
        '<!doctype html><html lang="en"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f"<title>{escape(info['title'])}</title>"
        f'<link rel="icon" href="{escape(assets.url("icon.svg"))}">'
        f'<link rel="stylesheet" href="{escape(assets.url(_STYLE))}"></head><body><main>'
        f"<h1>{escape(info['title'])}</h1>{_paragraphs(info.get('description', ''))}"
        '<p><a href="/openapi.json">The same as an OpenAPI document</a></p>'
        f"{''.join(operations)}<h2>What is sent and answered</h2>{''.join(models)}"
        "</main></body></html>"
    )


def _paragraphs(text: str) -> str:
    return "".join(f"<p>{escape(part)}</p>" for part in text.split("\n\n") if part.strip())


def _operation(path: str, method: str, operation: Mapping[str, Any]) -> str:
    rows = [
        (each["name"], each["in"], each.get("description", ""), each.get("required", False))
        for each in operation.get("parameters", ())
        if each["in"] != "header"
    ]
    body = operation.get("requestBody", {}).get("content", {})
    sent = "".join(
        f"<p>Send {_kind(content.get('schema', {}))} as {escape(media)}.</p>"
        for media, content in body.items()
    )
    answers = "".join(
        f"<li><b>{escape(status)}</b> {escape(answer.get('description', ''))}"
        f"{_answered(answer)}</li>"
        for status, answer in operation.get("responses", {}).items()
    )
    return (
        f"<section><h2><code>{method.upper()} {escape(path)}</code></h2>"
        f"{_paragraphs(operation.get('description', operation.get('summary', '')))}"
        f"{_parameters(rows)}{sent}<details><summary>Answers</summary><ul>{answers}</ul></details>"
        "</section>"
    )


def _answered(answer: Mapping[str, Any]) -> str:
    kinds = [_kind(content.get("schema", {})) for content in answer.get("content", {}).values()]
    return "".join(f": {kind}" for kind in kinds if kind)


def _parameters(rows: list[tuple[str, str, str, bool]]) -> str:
    if not rows:
        return ""
    lines = "".join(
        f"<tr><td><code>{escape(name)}</code></td><td>{escape(where)}</td>"
        f"<td>{escape(words)}{'' if required else ' (may be left out)'}</td></tr>"
        for name, where, words, required in rows
    )
    return f"<table>{lines}</table>"


def _kind(schema: Mapping[str, Any]) -> str:
    """A type in words; a name links to its description."""
    if "$ref" in schema:
        name = escape(schema["$ref"].rpartition("/")[2])
        return f'<a href="#{name}">{name}</a>'
    for key in ("anyOf", "oneOf"):
        if key in schema:
            return " or ".join(_kind(each) for each in schema[key])
    if schema.get("type") == "array":
        return f"a list of {_kind(schema.get('items', {})) or 'anything'}"
    return escape(str(schema.get("type", "")))


def _model(name: str, schema: Mapping[str, Any]) -> str:
    lines = "".join(_fields(schema))
    words = _paragraphs(schema.get("description", ""))
    title = f'<section id="{escape(name)}"><h3>{escape(name)}</h3>'
    return f"{title}{words}<table>{lines}</table></section>"


def _fields(schema: Mapping[str, Any]) -> Iterator[str]:
    needed = schema.get("required", ())
    for name, field in schema.get("properties", {}).items():
        default = "" if name in needed else f", default {escape(str(field.get('default')))}"
        yield (
            f"<tr><td><code>{escape(name)}</code></td><td>{_kind(field)}{default}</td>"
            f"<td>{escape(field.get('description', ''))}</td></tr>"
        )

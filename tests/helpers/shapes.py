"""The description of the JSON interface held against what it answers.

``Description`` reads the OpenAPI document, finds the shape that is promised for an answer and
checks it strictly: a key that is not described is an error. ``seen`` keeps what has occurred, so
that ``missing`` can name what is described and never comes.
"""

import asyncio
import json
import re
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping
from typing import Any

import httpx
from fastapi import FastAPI
from pydantic import BaseModel, ValidationError

from mirabilia.table.http.shapes import answers, records, streams
from waiting import PATIENCE

JSON, STREAM = "application/json", "text/event-stream"
_TYPES = {int: "integer", float: "number", str: "string", bool: "boolean", list: "array"}
_TYPES |= {dict: "object", type(None): "null"}


class Description:
    """What ``/openapi.json`` says, and what of it has been seen."""

    def __init__(self, document: Mapping[str, Any]) -> None:
        self.paths: Mapping[str, Any] = document["paths"]
        self.schemas: Mapping[str, Any] = document["components"]["schemas"]
        self._routes = sorted((_pattern(path), path) for path in self.paths)
        self.statuses: set[tuple[str, str, int]] = set()  # method, path, status
        self.fields: dict[tuple[str, str], set[str]] = defaultdict(set)  # the types of their values
        self.words: dict[tuple[str, ...], set[str]] = defaultdict(set)  # of lists of words

    def promised(self, method: str, path: str, status: int, media: str) -> type[BaseModel]:
        """The shape of an answer."""
        route = next(found for pattern, found in self._routes if re.fullmatch(pattern, path))
        answered = self.paths[route][method.lower()]["responses"]
        assert str(status) in answered, f"{method} {route} answers {status}, which is not described"
        self.statuses.add((method, route, status))
        schema = answered[str(status)]["content"][media]["schema"]
        return _shape(schema["$ref"].rpartition("/")[2])

    def check(self, shape: type[BaseModel], text: str | bytes, about: str) -> None:
        """That a text is of a shape, to the last key."""
        try:
            shape.model_validate_json(text, strict=True, extra="forbid")
        except ValidationError as error:
            raise AssertionError(f"{about} is not as described: {error}") from None
        self._see(self.schemas[shape.__name__], json.loads(text), shape.__name__)

    def _see(self, schema: Mapping[str, Any], value: Any, name: str = "") -> None:
        """Note which fields there are, of which types, with which words."""
        if "$ref" in schema:
            name = schema["$ref"].rpartition("/")[2]
            self._see(self.schemas[name], value, name)
        elif "discriminator" in schema:
            told = schema["discriminator"]
            chosen = told["mapping"][value[told["propertyName"]]]
            self._see({"$ref": chosen}, value)
        elif "anyOf" in schema:
            for one in schema["anyOf"]:
                if self._type(one) in (_TYPES[type(value)], None):
                    self._see(one, value)
        elif "enum" in schema:
            self.words[tuple(schema["enum"])].add(value)
        elif isinstance(value, list):
            for each in value:
                self._see(schema["items"], each)
        elif schema.get("additionalProperties") is True:
            return  # it is described elsewhere
        elif isinstance(value, dict) and "additionalProperties" in schema:
            for key, each in value.items():
                self._see(schema.get("propertyNames", {}), key)
                self._see(schema["additionalProperties"], each)
        elif isinstance(value, dict):
            for key, each in value.items():
                self.fields[name, key].add(_TYPES[type(each)])
                self._see(schema["properties"][key], each)

    def _type(self, schema: Mapping[str, Any]) -> str | None:
        kind: str | None = schema.get("type")
        return "object" if "$ref" in schema else kind

    def missing(self) -> list[str]:
        """What is described and has not been seen: fields, types of their values, words."""
        return [
            *self._missing_fields(),
            *(
                f"{word} of {', '.join(words)}"
                for words in _lists_of_words(self.answered())
                for word in words
                if word not in self.words[words]
            ),
        ]

    def _missing_fields(self) -> Iterator[str]:
        for name, schema in self.answered().items():
            for field, described in schema.get("properties", {}).items():
                seen = self.fields[name, field]
                for one in described.get("anyOf", [{}]):
                    kind = self._type(one)
                    if not seen or (kind and kind not in seen):
                        yield f"{name}.{field} {kind or ''}".strip()

    def answered(self) -> dict[str, Any]:
        """The schemas of what is answered, without those of what is only sent."""
        found: dict[str, Any] = {}
        waiting = [
            operation["responses"]
            for methods in self.paths.values()
            for operation in methods.values()
        ]
        while waiting:
            for name in _references(waiting.pop()):
                if name not in found:
                    found[name] = self.schemas[name]
                    waiting.append(found[name])
        return found

    def promises(self) -> set[tuple[str, str, int]]:
        """Every status of every address."""
        return {
            (method.upper(), path, int(status))
            for path, methods in self.paths.items()
            for method, operation in methods.items()
            for status in operation["responses"]
        }


def _pattern(path: str) -> str:
    return re.sub(r"\\{\w+\\}", "[^/]*", re.escape(path))


def _shape(name: str) -> type[BaseModel]:
    found = [getattr(module, name, None) for module in (answers, records, streams)]
    shape: type[BaseModel] = next(filter(None, found))
    return shape


def _parts(schema: Any) -> Iterator[dict[str, Any]]:
    """All mappings in a schema."""
    if isinstance(schema, dict):
        yield schema
        schema = list(schema.values())
    if isinstance(schema, list):
        for each in schema:
            yield from _parts(each)


def _references(schema: Any) -> list[str]:
    return [part["$ref"].rpartition("/")[2] for part in _parts(schema) if "$ref" in part]


def _lists_of_words(schema: Any) -> set[tuple[str, ...]]:
    return {tuple(part["enum"]) for part in _parts(schema) if "enum" in part}


class Client:
    """Asks the app itself, without a network, and checks every answer."""

    def __init__(self, app: FastAPI, description: Description) -> None:
        self._app, self._description = app, description
        self._http = httpx.AsyncClient(
            transport=httpx.ASGITransport(app, raise_app_exceptions=False), base_url="http://table"
        )

    async def ask(
        self, method: str, address: str, body: object = None, token: str | None = None, **more: Any
    ) -> tuple[int, Any]:
        """The status and the answer."""
        headers = {"Authorization": f"Bearer {token}"} if token else {}
        headers |= more.pop("headers", {})
        if body is not None:
            more["json"] = body
        answer = await self._http.request(method, address, headers=headers, **more)
        media = answer.headers["content-type"].partition(";")[0]
        shape = self._description.promised(method, answer.url.path, answer.status_code, media)
        self._description.check(shape, answer.content, f"{method} {address}: {answer.status_code}")
        return answer.status_code, answer.json()

    def listen(self, query: str, token: str | None = None) -> "Stream":
        headers = {"Authorization": f"Bearer {token}"} if token else {}
        return Stream(self._app, self._description, query, headers)


class Stream:
    """A stream of the app; every message is checked."""

    def __init__(
        self, app: FastAPI, description: Description, query: str, headers: Mapping[str, str]
    ) -> None:
        self.messages: list[Any] = []
        self.comments: set[str] = set()
        self.status, self._asked = 0, False
        self._description, self._text, self._type = description, "", ""
        self._gone, self._heard = asyncio.Event(), asyncio.Event()
        scope = {
            "type": "http",
            "http_version": "1.1",
            "method": "GET",
            "scheme": "http",
            "path": "/api/stream",
            "raw_path": b"/api/stream",
            "root_path": "",
            "query_string": query.encode(),
            "headers": [(name.lower().encode(), text.encode()) for name, text in headers.items()],
            "client": ("127.0.0.1", 1),
            "server": ("table", 80),
        }
        self._task = asyncio.create_task(app(scope, self._receive, self._send))

    async def _receive(self) -> dict[str, Any]:
        if not self._asked:
            self._asked = True
            return {"type": "http.request", "body": b"", "more_body": False}
        await self._gone.wait()
        return {"type": "http.disconnect"}

    async def _send(self, message: Any) -> None:
        if message["type"] == "http.response.start":
            self.status = message["status"]
            headers = dict(message["headers"])
            self._type = headers[b"content-type"].decode().partition(";")[0]
            return
        self._text += message.get("body", b"").decode()
        *blocks, self._text = self._text.split("\n\n")
        for block in blocks:
            self._take(block)
        self._heard.set()

    def _take(self, block: str) -> None:
        if block.startswith(":"):
            self.comments.add(block)
            return
        lines = dict(line.split(": ", 1) for line in block.split("\n"))
        assert set(lines) == {"id", "event", "data"}
        data = lines.pop("data")
        shape = self._description.promised("GET", "/api/stream", self.status, self._type)
        text = f'{json.dumps(lines)[:-1]}, "data": {data}}}'
        self._description.check(shape, text, f"a message {lines['event']}")
        self.messages.append(json.loads(text))

    async def until(self, event: str) -> Any:
        """The last message, once there is one of that name."""
        await self._hear(lambda: any(message["event"] == event for message in self.messages))
        return self.messages[-1]

    async def until_over(self) -> None:
        await self._hear(
            lambda: any(message["data"].get("status") == "over" for message in self.messages)
        )

    async def until_said(self, comment: str) -> None:
        await self._hear(lambda: comment in self.comments)

    async def _hear(self, enough: Callable[[], bool]) -> None:
        async with asyncio.timeout(PATIENCE):
            while not enough():
                self._heard.clear()
                hearing = asyncio.create_task(self._heard.wait())
                await asyncio.wait((hearing, self._task), return_when=asyncio.FIRST_COMPLETED)
                if self._task.done():
                    self._task.result()
                    raise AssertionError("The stream has ended.")

    async def end(self) -> None:
        self._gone.set()
        await self._task

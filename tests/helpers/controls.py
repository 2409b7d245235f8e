"""The controls of a page, read from its HTML as a browser would send them."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from html.parser import HTMLParser


@dataclass
class Control:
    """A form as it is written: its fixed fields, its buttons, its choices."""

    fixed: dict[str, str] = field(default_factory=dict)
    buttons: list[tuple[str, str]] = field(default_factory=list)
    cards: list[str] = field(default_factory=list)
    options: dict[str, list[str]] = field(default_factory=dict)

    def sent(self) -> Iterator[dict[str, str]]:
        """Everything that can be sent with it, once each."""
        for name, value in self.buttons:
            chosen = self.cards if "*" in value else [""]
            pays = self.options.get(f"pay.{value}", [""]) if name == "use" else [""]
            for card in chosen:
                for pay in pays:
                    more = {"card": card} if card else {}
                    more |= {f"pay.{value}": pay} if pay else {}
                    for other in self._others(value) if pay == "other" else [{}]:
                        yield {**self.fixed, name: value, **more, **other}

    def _others(self, use: str) -> Iterator[dict[str, str]]:
        for pay in self.options[f"other.{use}"]:
            yield {f"other.{use}": pay}


class FormReader(HTMLParser):
    """Reads the forms of decisions out of a page."""

    def __init__(self) -> None:
        super().__init__()
        self.forms: list[Control] = []
        self._form: Control | None = None
        self._select = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {key: value or "" for key, value in attrs}
        if tag == "form":
            self._form = Control() if "data-decide" in given else None
            if self._form:
                self.forms.append(self._form)
        if self._form is None:
            return
        name, value = given.get("name", ""), given.get("value", "")
        if tag == "button":
            assert given["type"] == "submit"
            self._form.buttons.append((name, value))
        elif tag == "input" and given["type"] == "radio" and name == "card":
            self._form.cards.append(value)
        elif tag == "input" and given["type"] == "radio" and name != "pick":
            self._form.options.setdefault(name, []).append(value)
        elif tag == "input" and given["type"] == "radio":
            assert value  # what is picked is done by the button beside it
        elif tag == "select":
            self._select = name
        elif tag == "option":
            self._form.options.setdefault(self._select, []).append(value)
        elif tag == "input":
            self._form.fixed[name] = value

    def handle_endtag(self, tag: str) -> None:
        if tag == "form":
            self._form = None

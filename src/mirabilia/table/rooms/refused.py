"""What the service says when something can't be done."""

from __future__ import annotations

from ...texts import ENGLISH, of_pages, texts


class Refused(ValueError):
    """Something that can't be done; the sentence says why, the status is that of the answer.

    The sentence may have slots, such as ``%(seat)d``, so that it can be said in other languages.
    ``http/refusals.toml`` has a code for each sentence.
    """

    def __init__(self, sentence: str, status: int = 409, **slots: object) -> None:
        super().__init__(sentence % slots if slots else sentence)
        self.status, self.sentence, self.slots = status, sentence, slots
        self._technical = False

    @classmethod
    def because(cls, error: ValueError, status: int, general: str = "") -> Refused:
        """What the game says can't be.

        Where it says so in technical terms, for programs, people who read another language are told
        a ``general`` sentence, which may have a place for that, ``%(why)s``.
        """
        if sentence := getattr(error, "sentence", ""):
            return cls(sentence, status, **getattr(error, "slots", {}))
        found = cls(str(error), status)
        if general:
            found.sentence, found.slots, found._technical = general, {"why": str(error)}, True
        return found

    def told(self, lang: str) -> str:
        """The sentence in the reader's language."""
        if self._technical and of_pages(lang) == ENGLISH:
            return str(self)
        said = texts(lang).gettext(self.sentence)
        return said % self.slots if self.slots else said

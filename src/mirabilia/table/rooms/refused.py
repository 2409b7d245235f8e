"""What the service says when something can't be done."""

from __future__ import annotations

from ...texts import texts


class Refused(ValueError):
    """Something that can't be done; the sentence says why, the status is that of the answer.

    The sentence may have slots, such as ``%(seat)d``, so that it can be said in other languages.
    """

    def __init__(self, sentence: str, status: int = 409, **slots: object) -> None:
        super().__init__(sentence % slots if slots else sentence)
        self.status, self._sentence, self._slots = status, sentence, slots

    def told(self, lang: str) -> str:
        """The sentence in the reader's language."""
        said = texts(lang).gettext(self._sentence)
        return said % self._slots if self._slots else said

"""The command ``mirabilia``; alone it starts the table in the browser."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from importlib import import_module

from . import __version__
from .texts import languages

ALONE = "serve"  # what is meant when nothing is named
COMMANDS = {
    "serve": "play in the browser, against bots and with friends",
    "play": "play in the terminal, against bots",
    "simulate": "let bots play many games and show what came of it",
    "arena": "let bots compete, and measure how strong they are",
    "report": "show what simulated games tell, as a page",
    "bench": "measure the engine's speed",
    "cards": "browse what is printed",
    "replay": "go through a recorded game, step by step",
    "review": "have a bot review a finished game: what each decision cost",
    "verify": "check a recorded game: legal, and the same scores",
    "backup": "write all that a server keeps into one file",
    "restore": "fill an empty database from such a file",
    "club": "look after the club of a server: players, tournaments",
    "warm": "compile the engine now, so that nothing has to wait for it later",
}


SPOKEN = ("play", "cards", "replay", "review")
"""Those that speak to a player, in his language."""


def parser() -> argparse.ArgumentParser:
    """Each command's module adds its own options."""
    top = argparse.ArgumentParser(
        prog="mirabilia",
        description="The board game 7 Wonders: play it, simulate it, study it.",
        epilog=f"mirabilia alone is mirabilia {ALONE}: it opens the game in your browser.",
    )
    top.add_argument("--version", action="version", version=f"mirabilia {__version__}")
    top.add_argument(
        "--lang",
        dest="language",
        metavar="LANG",
        help=f"in which play, cards, replay and review speak: {', '.join(languages())} "
        "(default: that of the system)",
    )
    commands = top.add_subparsers(dest="command", metavar="COMMAND", required=True)
    for name, purpose in COMMANDS.items():
        module = import_module(f"mirabilia.commands.{name}")
        sub = commands.add_parser(name, help=purpose, description=module.__doc__)
        module.add_options(sub)
        sub.set_defaults(run=module.run)
    return top


def read(arguments: Sequence[str]) -> argparse.Namespace:
    """What the words of a command line ask for."""
    return parser().parse_args(arguments or [ALONE])


def choose_language(lang: str | None) -> None:
    """Speak the language that was asked for, or else that of the system."""
    from .terminal.tongue import of_system, speak

    if lang is not None and lang not in languages():
        known = ", ".join(languages())
        raise ValueError(f"There is no language {lang!r}; there are {known}.")
    speak(lang or of_system())


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a command; bad input is answered with a sentence and exit code 2."""
    options = read(sys.argv[1:] if arguments is None else arguments)
    try:
        if options.command in SPOKEN:
            choose_language(options.language)
        return int(options.run(options) or 0)
    except BrokenPipeError:
        return 0
    except (ValueError, OSError) as error:
        from .terminal.screen import sentence

        print(f"mirabilia {options.command}: {sentence(error)}", file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        print(file=sys.stderr)
        return 130


if __name__ == "__main__":
    sys.exit(main())

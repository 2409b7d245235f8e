"""A table in a browser at which any game can be put, without a server."""

from __future__ import annotations

import random
from urllib.parse import parse_qsl, urlsplit

from playwright.sync_api import Page, Route

from mirabilia import Game
from mirabilia.table.http.guard import POLICY
from mirabilia.table.page import assets, explaining, forms, pages, preferences
from mirabilia.table.page.reader import Reader
from table_views import table_view_of


class StackedTable:
    """A table without a server, at which any game can be put; seat 0 is the reader's."""

    def __init__(self, game: Game, lang: str = "en", **chosen: str) -> None:
        self.game = game
        self.reader = Reader(lang, chosen=preferences.chosen(chosen))
        self.version = 1

    def serve(self, page: Page) -> None:
        page.route("http://stacked.test/**", self._answer)
        page.goto("http://stacked.test/t/abc")

    def _answer(self, route: Route) -> None:
        address = urlsplit(route.request.url)
        guarded = {"Content-Security-Policy": POLICY}
        if address.path.startswith("/static/"):
            asset = assets.find(address.path.removeprefix("/static/"))
            assert asset is not None, address.path
            route.fulfill(body=asset.body, content_type=asset.kind)
        elif address.path.startswith("/words/"):
            found = explaining.words(self.game.catalogue, self.reader.lang, teams=self.game.teams)
            route.fulfill(json=found)
        elif address.path == "/stream":
            route.fulfill(body=": nothing new\n\n", content_type="text/event-stream")
        elif address.path.endswith("/sheet"):
            html = pages.sheet_page(table_view_of(self.game, 0), self.reader)
            route.fulfill(body=html, content_type="text/html; charset=utf-8", headers=guarded)
        elif route.request.method == "POST":
            sent = dict(parse_qsl(route.request.post_data or ""))
            self.game.play(int(sent["seat"]), forms.read_move(sent))
            self.version += 1
            html = pages.fragment(table_view_of(self.game, 0), self.reader.lang, link="").replace(
                'data-version="1"', f'data-version="{self.version}"'
            )
            route.fulfill(json={"code": "abc", "version": self.version, "html": html})
        else:
            table_view = table_view_of(self.game, 0)
            html = pages.table_page(table_view, self.reader, link="http://stacked.test/t/abc")
            route.fulfill(body=html, content_type="text/html; charset=utf-8", headers=guarded)


def midway(seats: int) -> Game:
    """A game with everything, in its third age."""
    everything = ("leaders", "cities", "armada")
    game = Game(seats, expansions=everything, seed=3)
    chance = random.Random(3)
    while game.age < 3 or game.decision(0).kind != "play":
        for seat in game.to_decide:
            game.play(seat, chance.choice(game.moves(seat)))
    return game

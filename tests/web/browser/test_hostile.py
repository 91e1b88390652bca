"""Words of strangers in a real browser: they stay words, wherever they come from."""

import json
from collections.abc import Iterator, Sequence
from itertools import cycle
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

import pytest

from tests.web.browser.conftest import Trouble
from tests.web.payloads import payloads, sample, word
from zermelo.game.compiled_game import CompiledGame
from zermelo.play.player import player
from zermelo.play.recorded import spell_record
from zermelo.play.series import series
from zermelo.play.store import MatchStore
from zermelo.registry import modules_in
from zermelo.search.base import Limits

QUICK = 20
PAGES = [
    module.PAGE.path for _, module in modules_in("zermelo.web.routes") if hasattr(module, "PAGE")
]
RULES = """
{roles}
{facts}
(init (step 0))
{moves}
(<= (legal ?r (say ?x)) (role ?r) (word ?x))
(<= (next (cell ?x ?y ?z)) (true (cell ?x ?y ?z)))
(<= (next (said ?x)) (does ?r (say ?x)))
(<= (next (step 1)) (true (step 0)))
(<= terminal (true (step 1)))
(<= (goal ?r 100) (role ?r))
"""
INTRUDERS = """
() => {
  const strange = (each) =>
    each.name.startsWith("on") || each.name === "srcdoc"
    || ["href", "src", "action", "xlink:href"].includes(each.name)
       && !/^([/#?](?!\\/)|blob:)/.test(each.value);
  const foreign = (one) =>
    ["IFRAME", "OBJECT", "EMBED", "BASE", "FRAMESET", "MARQUEE"].includes(one.tagName)
    || one.tagName === "SCRIPT" && (one.textContent || !one.src.startsWith(location.origin));
  return [...document.querySelectorAll("*")]
    .filter((one) => foreign(one) || [...one.attributes].some(strange))
    .map((one) => one.outerHTML.slice(0, 200));
}
"""
"""Elements that no page of ours has, or with what none of ours has."""


def sheet(words: Sequence[str], roles: Sequence[str]) -> str:
    """Return a game whose roles, moves and facts are such words."""
    spelled = list(dict.fromkeys(map(word, words)))
    return RULES.format(
        roles="\n".join(f"(role {one})" for one in dict.fromkeys(map(word, roles))),
        facts="\n".join(f"(init (cell {x // 8} {x % 8} {one}))" for x, one in enumerate(spelled)),
        moves="\n".join(f"(word {one})" for one in spelled),
    )


def opened(page: Any, name: str, text: str) -> None:
    """Open a rule file in the library, as a person does."""
    page.goto("/")
    file = {"name": name, "mimeType": "text/plain", "buffer": text.encode()}
    page.set_input_files("#file", file)
    page.wait_for_selector("#moves button")


def test_there_are_two_hundred() -> None:
    assert len({word(one) for one in payloads()}) >= 200


def test_a_library_full_of_them(page: Any) -> None:
    every = payloads()
    games = [
        {"name": f"file-{place:016}", "title": one, "description": one, "source": one,
         "roles": [one], "kinds": [every[place % 7]], "playable": place % 2 == 0, "parameters": {}}
        for place, one in enumerate(every)
    ]  # fmt: skip
    boards: Any = {"scene": {"boards": [], "heaps": [], "table": []}}
    page.route("**/api/games", lambda route: route.fulfill(json={"games": games}))
    page.route("**/board", lambda route: route.fulfill(json=boards))
    page.goto("/")
    page.wait_for_selector(".card")
    titles = page.locator(".card h2").all_text_contents()
    assert titles == every
    assert page.evaluate(INTRUDERS) == []


def roles_and_moves_and_facts(page: Any, words: Sequence[str], roles: Sequence[str]) -> None:
    """Play a game of such words to its end."""
    opened(page, f"{words[0].replace('/', '')}.kif", sheet(words, roles))
    assert page.evaluate(INTRUDERS) == []
    spelled = {word(one) for one in words}
    assert page.locator("#moves button").count() == len(spelled)
    page.locator("#moves button").first.click()
    page.wait_for_selector(".status.over")
    assert page.evaluate(INTRUDERS) == []


def test_roles_moves_and_facts(page: Any) -> None:
    words = sample(QUICK)
    roles_and_moves_and_facts(page, words, [words[-1]])


@pytest.mark.slow
def test_all_of_them_as_moves_and_facts(page: Any) -> None:
    every = payloads()
    roles_and_moves_and_facts(page, every, every[:2])


@pytest.mark.slow
@pytest.mark.parametrize("first", range(0, len(payloads()), 12))
def test_all_of_them_as_roles(page: Any, first: int) -> None:
    every = payloads()
    roles_and_moves_and_facts(page, every[first : first + 3], every[first : first + 12])


@pytest.mark.parametrize("path", PAGES)
def test_addresses(page: Any, trouble: Trouble, path: str) -> None:
    page.goto(path)
    for words in (" ".join(sample(QUICK)), "<img src=x onerror=alert(1)>"):
        names = ("game", "moves", "table", "seed", "search", "match", "spec", "file", "at", "step")
        page.goto(f"{path}?{urlencode(dict.fromkeys(names, words))}")
        page.wait_for_selector("h1:visible")
        page.wait_for_load_state("networkidle")
        assert page.evaluate(INTRUDERS) == []
    trouble.expect_refusals(page)


def wrong_rules(page: Any, trouble: Trouble, words: Sequence[str]) -> None:
    """Open files whose text and names are such words: what is wrong with them is said."""
    page.goto("/")
    refused = 0
    for place, one in enumerate(words):
        name = f"{one.replace('/', '')}.{('kif', 'gdl', 'lp')[place % 3]}"
        file = {"name": name, "mimeType": "text/plain", "buffer": f"(role {one}".encode()}
        with page.expect_response("**/api/games") as told:
            page.set_input_files("#file", file)
        refused += told.value.status >= 400
        assert page.evaluate(INTRUDERS) == []
    trouble.expect_refusals(page, refused)


def test_rules_that_are_wrong(page: Any, trouble: Trouble) -> None:
    wrong_rules(page, trouble, sample(QUICK)[::4])


@pytest.mark.slow
def test_rules_that_are_wrong_with_all_of_them(page: Any, trouble: Trouble) -> None:
    wrong_rules(page, trouble, payloads())


KEPT = {"schema", "moves", "states", "game", "rulesHash", "gameRoleNames", "startTime"}
"""Of a match file: what must be right for it to be shown."""


def poisoned(found: Any, words: Iterator[str]) -> Any:
    """Return a match file with such words wherever there is a text."""
    match found:
        case str():
            return next(words)
        case list():
            return [poisoned(one, words) for one in found]
        case dict():
            return {key: one if key in KEPT else poisoned(one, words) for key, one in found.items()}
    return found


def test_match_files_and_their_players(
    page: Any, trouble: Trouble, tictactoe: CompiledGame, tmp_path: Path
) -> None:
    with MatchStore(tmp_path / "kept.db") as store:
        players = [player("random"), player("random:seed=1")]
        list(series(tictactoe, players, games=2, limits=Limits(nodes=9), store=store))
        record = store.record(store.entries()[0].id)
    page.goto("/replay")
    page.locator("#count").filter(has_not_text="Looking for matches").wait_for(state="attached")
    spelled = json.loads(spell_record(record))
    players_only = spelled | {"playerNamesFromHost": sample(2)[:2]}
    for place, content in enumerate((poisoned(spelled, cycle(payloads())), players_only)):
        name = f"{place}<img src=x onerror=alert(1)>.json"
        text = json.dumps(content).encode()
        with page.expect_response("**/api/matches"):
            page.set_input_files(
                "#file", {"name": name, "mimeType": "application/json", "buffer": text}
            )
        page.wait_for_selector(".note, #viewer:visible, #problem:visible")
        assert page.evaluate(INTRUDERS) == []
    page.goto("/replay")
    page.wait_for_selector("#rows tr")
    assert page.evaluate(INTRUDERS) == []
    trouble.expect_refusals(page)


def test_what_a_server_says_of_a_match(page: Any) -> None:
    """Players, problems and thoughts: whatever a table tells is text."""
    every = payloads()

    def told(route: Any) -> None:
        answer = route.fetch()
        found = json.loads(answer.text())
        found |= {"problem": every[0], "outcome": every[1], "thinking": every[2]}
        found["played"] = [[{"role": one, "move": one}] for one in every]
        found["asked"] = []
        route.fulfill(response=answer, json=found)

    page.route("**/api/tables", told)
    page.route("**/events", lambda route: route.fulfill(status=204))
    page.goto("/play?game=tictactoe")
    page.wait_for_selector("#played li")
    assert page.locator("#played li").count() >= len(every) // 2
    assert page.evaluate(INTRUDERS) == []

"""Strategies that are audited before they are used: changed or damaged files are refused."""

import re
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.apps.conftest import NIM, Run
from zermelo.strategies.audited import passed, remembered, require_audited
from zermelo.text.load import load_source


@pytest.mark.parametrize(
    ("change", "code", "message"),
    [
        (lambda text: "role(x).", 3, "is no strategy"),
        (lambda text: text.replace("% rules: ", "% rules: 0"), 3, "is a strategy for other rules"),
        (lambda text: text[: len(text) // 2].rsplit("\n\n", 1)[0], 3, ""),
        (lambda text: text.rsplit("% end", 1)[0], 3, "is cut off"),
        (lambda text: text.replace("true(control(", "true(controls(", 1), 3, "no fluent"),
        (lambda text: text.replace("role(a).", "role(z)."), 3, "has no role z"),
        (lambda text: text.replace("role(a). role(b).", ""), 3, "has no instance"),
        (lambda text: text.replace("remove(", "grab(", 1), 3, "grab"),
        (lambda text: text.replace("force(", "forse(", 1), 3, "begins with force"),
        (lambda text: text.replace("% method: lemmas\n", ""), 3, "does not say its method"),
        (lambda text: text.replace("% end", "% rules: 0123\n% end"), 3, "two different values"),
        (lambda text: text.replace("% end", "#const n=1.\n% end"), 3, "has a #const"),
        (lambda text: text.replace("role(a).", "role(1+1)."), 3, "plain names and numbers"),
        (lambda text: text.replace("true(control(R1))", "not not true(control(R1))"), 3, "a rule"),
    ],
)
def test_files_that_are_wrong_are_refused(
    run: Run, nim: Path, tmp_path: Path, change: Callable[[str], str], code: int, message: str
) -> None:
    path = tmp_path / "changed.lp"
    path.write_text(change(nim.read_text()))
    ran = run("verify", NIM, "--strategy", str(path))
    assert ran.code == code
    assert message in ran.err


def changed(nim: Path, folder: Path) -> Path:
    """The strategy with another first move: one that loses."""
    text = nim.read_text()
    head = re.search(r"force\(R1,100,remove\(\w+,3\)\)", text)
    assert head is not None
    path = folder / "changed.lp"
    path.write_text(text.replace(head[0], head[0].replace(",3))", ",1))")))
    return path


def test_what_is_learnt_passes_the_audit(run: Run, nim: Path, forgotten: tuple[Path, Path]) -> None:
    assert run("audit", str(nim), "--json").answer["ok"]
    assert run("audit", str(forgotten[1]), "--json").answer["ok"]


@pytest.mark.parametrize(
    "arguments",
    [
        ("--search", "strategy:file={}"),
        ("--search", "alphabeta:lemmas={}"),
        ("--why", "--strategy", "{}"),
    ],
)
def test_a_changed_move_is_refused_with_its_rule_and_a_position(
    run: Run, nim: Path, tmp_path: Path, arguments: tuple[str, ...]
) -> None:
    path = changed(nim, tmp_path)
    ran = run("think", NIM, *(text.format(path) for text in arguments))
    assert ran.code == 3
    assert "is refused" in ran.err
    assert "force(R1,100,remove(" in ran.err
    assert re.search(r"counterexample: in \(control [ab]\) \(has 1 \d\)", ran.err)
    assert run("audit", str(path)).code == 1
    verified = run("verify", NIM, "--strategy", str(path), "--json")
    assert verified.code == 1
    assert verified.answer["guaranteed"] == {"a": 0, "b": 0}


def test_a_file_that_calls_itself_proved_needs_a_certificate(
    run: Run, nim: Path, tmp_path: Path
) -> None:
    path = tmp_path / "bare.lp"
    lines = [line for line in nim.read_text().splitlines() if not line.startswith("%! ")]
    path.write_text("\n".join(lines))
    ran = run("think", NIM, "--search", f"strategy:file={path}")
    assert ran.code == 3
    assert "has no certificate" in ran.err
    path.write_text("\n".join(lines).replace("status: proved", "status: claimed"))
    claimed = run("think", NIM, "--search", f"strategy:file={path}", "--json").answer
    assert not claimed["proven"]
    path.write_text("\n".join(lines).replace("status: proved", "status: certain"))
    ran = run("think", NIM, "--search", f"strategy:file={path}")
    assert ran.code == 3
    assert "is neither proved nor claimed, but certain" in ran.err
    path.write_text(nim.read_text().replace('%!   "claims": [', '%!   "claims": {'))
    ran = run("think", NIM, "--search", f"strategy:file={path}")
    assert ran.code == 3
    assert "the certificate in" in ran.err


def test_rules_say_nothing_of_positions_that_break_their_invariants(
    run: Run, nim: Path, tmp_path: Path
) -> None:
    state = tmp_path / "state.kif"
    state.write_text("(has 1 2) (has 2 2) (has 3 3) (has 4 0) (has 4 1) (control a)")
    where = ("think", NIM, "--state", str(state))
    ran = run(*where, "--search", f"alphabeta:lemmas={nim}")
    assert ran.code == 3
    assert "the lemmas are about positions with exactly one of (has 4 ?)" in ran.err
    assert not run(*where, "--search", f"strategy:file={nim}", "--json").answer["proven"]
    why = run(*where, "--why", "--strategy", str(nim)).out
    assert "no rule applies to a here: they are about positions with exactly one of" in why
    here = run("think", NIM, "--why", "--strategy", str(nim), "--json").answer["why"]
    assert here["proven"]
    assert here["rests_on"] == ["lemmas (proved)", "invariants (proved)"]
    assert "that keeps the invariants of the strategy, as this one does" in here["text"][1]


def test_an_audit_is_remembered_where_only_the_user_can_write(
    nim: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("ZERMELO_CACHE", str(tmp_path))
    source = load_source(str(nim))
    require_audited(source)
    place = remembered(source.text)
    assert place is not None
    assert passed(place)
    monkeypatch.setattr("zermelo.audit.audit.audit", None)
    require_audited(source)  # without another audit
    place.chmod(0o666)
    assert not passed(place)
    place.chmod(0o600)
    assert passed(place)
    place.parent.chmod(0o777)
    assert not passed(place)
    place.parent.chmod(0o700)
    place.write_text("something else")
    assert not passed(place)


def test_a_rule_that_an_audit_has_overlooked_is_refused_all_the_same(
    run: Run, nim: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Searches ask of each rule, as they have read it, whether a lemma says as much."""
    monkeypatch.setattr("zermelo.strategies.strategy.require_audited", lambda _: None)
    arguments = ("think", NIM, "--search")
    assert run(*arguments, f"strategy:file={nim}").code == 0
    ran = run(*arguments, f"strategy:file={changed(nim, tmp_path)}")
    assert ran.code == 3
    assert "no lemma of its certificate supports the rule" in ran.err

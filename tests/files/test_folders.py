"""Kibitz's own folders: their places and names, and messages if they can't be written."""

from __future__ import annotations

import hashlib
import re
from pathlib import Path

import platformdirs
import pytest

from kibitz.files.folders import cache_folder, file_stem, folder_hint


def test_the_cache_is_the_users_unless_a_variable_names_another(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("KIBITZ_CACHE", str(tmp_path))
    assert cache_folder("tables") == tmp_path / "tables"
    for unset in ("", None):
        if unset is None:
            monkeypatch.delenv("KIBITZ_CACHE")
        else:
            monkeypatch.setenv("KIBITZ_CACHE", unset)
        assert cache_folder("tables") == Path(platformdirs.user_cache_dir("kibitz")) / "tables"


@pytest.mark.parametrize(
    ("variable", "usual"),
    [("KIBITZ_CACHE", platformdirs.user_cache_dir), ("KIBITZ_DATA", platformdirs.user_data_dir)],
)
def test_an_unwritable_folder_names_its_variable(
    variable: str, usual: object, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("KIBITZ_CACHE", "KIBITZ_DATA"):
        monkeypatch.setenv(name, str(tmp_path / name))
    assert variable in folder_hint(tmp_path / variable / "tables" / "x.kbt")
    assert folder_hint(tmp_path / "elsewhere") == ""
    monkeypatch.delenv(variable)
    assert variable in folder_hint(Path(usual("kibitz")) / "x")  # type: ignore[operator]
    assert folder_hint(tmp_path / variable / "x") == ""


def test_a_files_name_is_readable_and_its_own() -> None:
    """And it stays the same, or nobody would find what was kept before."""

    def digest(text: str) -> str:
        return hashlib.sha256(text.encode()).hexdigest()[:8]

    assert (
        file_stem("Connect:Width=5, height=4")
        == f"connect-width-5-height-4-{digest('Connect:Width=5, height=4')}"
    )
    assert file_stem("(é)") == f"-{digest('(é)')}"
    long = "x" * 500
    assert file_stem(long) == f"{'x' * 60}-{digest(long)}"
    identities = ["a b", "a-b", "A b", "a  b", long, long + "y"]
    assert len({file_stem(identity) for identity in identities}) == len(identities)
    assert all(re.fullmatch(r"[a-z0-9-]{1,70}", file_stem(identity)) for identity in identities)

"""What is published and installed: wheel, sdist, the lock of all libraries, files for hosts."""

from __future__ import annotations

import ast
import json
import os
import re
import subprocess
import sys
import sysconfig
import tarfile
import tomllib
import venv
from collections.abc import Iterable, Iterator
from importlib import metadata
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from mirabilia import __version__, cli
from scripts import script

ROOT = Path(__file__).parents[1]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
SOURCES = ROOT / "src" / "mirabilia"
OF_EXTRAS = ("envs/", "table/rooms/club/counting.py")  # what they import, an extra brings
LOCK = (ROOT / "requirements.lock").read_text("utf-8")
PYTHONS = [
    found[1]
    for line in PROJECT["project"]["classifiers"]
    if (found := re.fullmatch(r"Programming Language :: Python :: (3\.\d+)", line))
]


def locked() -> list[Requirement]:
    return [
        Requirement(line.rstrip(" \\")) for line in LOCK.splitlines() if re.match(r"[a-z]", line)
    ]


def wanted() -> list[Requirement]:
    """All that the project, its extras and its groups name, save what needs a GPU."""
    extras = PROJECT["project"]["optional-dependencies"]
    lists = [
        PROJECT["project"]["dependencies"],
        *(libraries for extra, libraries in extras.items() if extra != "gpu"),
        *PROJECT["dependency-groups"].values(),
    ]
    named = [Requirement(text) for texts in lists for text in texts if isinstance(text, str)]
    return [library for library in named if library.name != PROJECT["project"]["name"]]


def built(folder: Path, *targets: str) -> Path:
    """What `make dist` builds; the last of it."""
    for target in targets:
        build = [sys.executable, "-m", "hatchling", "build", "--target", target]
        subprocess.run([*build, "--directory", folder], cwd=ROOT, check=True, capture_output=True)
    (found,) = folder.iterdir()
    return found


def empty_environment(folder: Path) -> Path:
    """The Python of a new environment that has the libraries of this one, but nothing of ours."""
    venv.create(folder, with_pip=False)
    python = folder / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
    where = [str(python), "-c", "import sysconfig; print(sysconfig.get_path('purelib'))"]
    inside = subprocess.run(where, check=True, capture_output=True, text=True)
    libraries = {sysconfig.get_path("purelib"), sysconfig.get_path("platlib")}
    Path(inside.stdout.strip(), "libraries.pth").write_text("\n".join(libraries), "utf-8")
    return python


def test_the_wheel_plays_and_serves_outside_the_checkout(tmp_path: Path) -> None:
    wheel = built(tmp_path / "dist", "wheel")
    python = empty_environment(tmp_path / "environment")
    install = [sys.executable, "-m", "pip", "--python", str(python), "install", "--quiet"]
    subprocess.run([*install, "--no-deps", "--no-index", wheel], check=True)
    outside = {**os.environ, "MIRABILIA_CACHE": str(tmp_path / "cache")}
    outside.pop("PYTHONPATH", None)
    tried = subprocess.run(
        [python, ROOT / "scripts" / "try_out.py"],
        cwd=tmp_path,
        env=outside,
        check=True,
        stdout=subprocess.PIPE,
        text=True,
    )
    assert f"Mirabilia {__version__} from {tmp_path / 'environment'}" in tried.stdout
    assert tried.stdout.split()[-1] == script("try_out").checksum()


def imported(source: Path) -> Iterator[str]:
    """The first names of the libraries that a module imports, wherever it does."""
    for node in ast.walk(ast.parse(source.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name.partition(".")[0] for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            yield node.module.partition(".")[0]


def installed(texts: Iterable[str]) -> set[str]:
    """Of requirements those that hold here, without extras."""
    return {
        canonicalize_name(library.name)
        for library in map(Requirement, texts)
        if library.marker is None or library.marker.evaluate({"extra": ""})
    }


def test_an_installation_without_extras_has_all_that_is_imported() -> None:
    """The environment above has the libraries of the tests, too."""
    there, new = set[str](), installed(PROJECT["project"]["dependencies"])
    while new:  # what they bring along
        there |= new
        new = {each for name in new for each in installed(metadata.requires(name) or ())} - there
    libraries = metadata.packages_distributions()
    missing = {
        f"{source.relative_to(SOURCES)} imports {name}"
        for source in SOURCES.rglob("*.py")
        if not source.relative_to(SOURCES).as_posix().startswith(OF_EXTRAS)
        for name in imported(source)
        if name not in {*sys.stdlib_module_names, PROJECT["project"]["name"]}
        if there.isdisjoint(map(canonicalize_name, libraries.get(name, ())))
    }
    assert missing == set()


def test_the_sdist_has_all_that_is_needed_to_build_and_test(tmp_path: Path) -> None:
    with tarfile.open(built(tmp_path, "sdist")) as archive:
        names = {name.partition("/")[2] for name in archive.getnames()}
    wanted = ["Makefile", "requirements.lock", "tests/conftest.py", "src/mirabilia/py.typed"]
    assert names.issuperset(wanted)
    assert not [name for name in names if name.startswith((".venv", ".git/", "dist"))]


@pytest.mark.parametrize("python", PYTHONS)
def test_the_lock_has_one_version_of_every_library_for_every_python(python: str) -> None:
    here = {"python_version": python, "python_full_version": f"{python}.0"}
    versions: dict[str, str] = {}
    for library in locked():
        if library.marker is None or library.marker.evaluate(here):
            assert library.name not in versions
            versions[library.name] = str(library.specifier).removeprefix("==")
    wrong = [
        str(library)
        for library in wanted()
        if library.marker is None or library.marker.evaluate(here)
        if not library.specifier.contains(versions.get(canonicalize_name(library.name), "0"))
    ]
    assert wrong == [], "pyproject.toml has changed: make lock"


def test_the_lock_has_a_hash_of_everything_and_no_address() -> None:
    entries = re.split(r"^(?=[a-z])", LOCK, flags=re.M)[1:]
    assert len(entries) == len(locked())
    assert [entry.split()[0] for entry in entries if "--hash=sha256:" not in entry] == []
    assert "://" not in LOCK
    assert set(re.findall(r"--[a-z-]+", LOCK)) == {"--hash"}


def test_what_builds_the_project_is_in_the_lock() -> None:
    assert set(PROJECT["build-system"]["requires"]) <= set(PROJECT["dependency-groups"]["build"])


def test_what_builds_the_project_is_held_to_the_lock(tmp_path: Path) -> None:
    """For pip before 25.3, pip since then, and uv, which all ask another variable."""
    environment, programs, told = tmp_path / "venv", tmp_path / "programs", tmp_path / "told"
    for folder in (environment, programs):
        folder.mkdir()
    (environment / ".made").touch()
    installer = programs / "uv"
    installer.write_text(f"#!/bin/sh\nenv >{told}\n", "utf-8")
    installer.chmod(0o755)
    subprocess.run(
        ["make", f"VENV={environment}", f"{environment}/.play"],
        cwd=ROOT,
        env={**os.environ, "PATH": f"{programs}{os.pathsep}{os.environ['PATH']}"},
        check=True,
    )
    variables = dict(re.findall(r"^(\w+_CONSTRAINT)=(.*)$", told.read_text("utf-8"), re.M))
    image = (ROOT / "Containerfile").read_text("utf-8")
    for variable in ("PIP_CONSTRAINT", "PIP_BUILD_CONSTRAINT", "UV_BUILD_CONSTRAINT"):
        versions = Path(variables[variable]).read_text("utf-8").splitlines()
        assert [Requirement(line) for line in versions] == locked()
        assert variable.startswith("UV") or f" {variable}=/source/versions.txt " in image


def test_every_extra_is_in_the_lock_but_that_for_a_gpu() -> None:
    (named,) = re.findall(r"^LOCKED := (.*)$", (ROOT / "Makefile").read_text("utf-8"), re.M)
    assert {*named.split(), "gpu"} == PROJECT["project"]["optional-dependencies"].keys()


def test_the_extra_of_old_is_still_a_name() -> None:
    assert PROJECT["project"]["optional-dependencies"]["table"] == []


def test_the_unit_and_the_container_start_the_server_without_a_browser() -> None:
    unit = (ROOT / "hosting" / "mirabilia.service").read_text("utf-8")
    image = (ROOT / "Containerfile").read_text("utf-8")
    (started,) = re.findall(r"^ExecStart=\S+/mirabilia (.*)$", unit, re.M)
    (command,) = re.findall(r"^CMD (\[.*)$", image, re.M)
    served, contained = cli.read(started.split()), cli.read(json.loads(command))
    assert (served.command, served.open, served.host) == ("serve", False, "127.0.0.1")
    assert (contained.command, contained.open, contained.host) == ("serve", False, "0.0.0.0")
    assert f"EXPOSE {contained.port}\n" in image
    assert f"127.0.0.1:{contained.port}/health" in image


def test_what_the_container_is_built_of_is_there_and_not_ignored() -> None:
    image = (ROOT / "Containerfile").read_text("utf-8")
    copied = [
        name for line in re.findall(r"^COPY (?!--)(.*) \S+$", image, re.M) for name in line.split()
    ]
    ignore = (ROOT / ".dockerignore").read_text("utf-8")
    assert copied
    assert [name for name in copied if not (ROOT / name).exists()] == []
    assert sorted(re.findall(r"^!(.*)$", ignore, re.M)) == sorted(copied)

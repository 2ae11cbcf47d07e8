"""setup.py -- makes a machine ready: Debian packages, virtual environment, C++ build. Each costs nothing when done."""

from __future__ import annotations

import hashlib
import importlib.util
import os
import shutil
import subprocess
import sys
import sysconfig
from pathlib import Path

import tomllib
from steps import PYTHON, ROOT, VENV, Failed, run_ninja, run_quietly, step, write_whole

BUILD_PACKAGES = ["g++", "cmake", "ninja-build", "ccache"]
TEST_PACKAGES = ["doctest-dev", "clang-format"]

# Looks at every installed package after an interrupted pip; prints those that lack files.
FIND_BROKEN = """
import importlib.metadata as m
for d in m.distributions():
    name = d.metadata["Name"] if d.metadata else None
    if name and any(not f.locate().exists() for f in d.files or [] if not str(f).endswith(".pyc")):
        print(f"{name}=={d.version}")
"""


def debian_packages(names: list[str]) -> None:
    """Installs what is missing of `names`; elsewhere than on Debian, they are the user's to install."""
    if not shutil.which("dpkg-query"):
        return
    query = ["dpkg-query", "-W", "-f", "${Package} ${db:Status-Status}\n", *names]
    lines = subprocess.run(query, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True).stdout.splitlines()
    present = {line.split()[0] for line in lines if line.endswith(" installed")}
    missing = [name for name in names if name not in present]
    if not missing:
        return
    sudo = [] if os.geteuid() == 0 else ["sudo"]
    if sudo and not shutil.which("sudo"):
        raise Failed(f"as root, install: apt-get install {' '.join(missing)}")
    with step(f"Debian packages: {' '.join(missing)}"):
        quiet = ["env", "DEBIAN_FRONTEND=noninteractive", "apt-get", "-qq", "-y"]
        run_quietly([*sudo, *quiet, "update"], "apt")
        run_quietly([*sudo, *quiet, "install", "--no-install-recommends", *missing], "apt")


def python_packages() -> list[str]:
    """The Debian packages that an environment and an extension for this Python take; none when it brings them."""
    missing = []
    if not importlib.util.find_spec("ensurepip"):
        missing.append("python3-venv")
    if not (Path(sysconfig.get_path("include")) / "Python.h").exists():
        missing.append("python3-dev")
    return missing


def requirements(extra: str) -> list[str]:
    """What pyproject.toml asks for; "dev" with what the build takes, the others with dev's versions."""
    text = tomllib.loads((ROOT / "pyproject.toml").read_text())
    extras = text["project"]["optional-dependencies"]
    return extras["dev"] + (text["build-system"]["requires"] if extra == "dev" else extras[extra])


def virtual_environment(*extras: str) -> None:
    """.venv with Gleed's requirements and those of `extras`, and with Gleed itself, straight from this tree."""
    stamps = VENV / "stamps"
    if not (stamps / "made").exists():
        usable = (
            PYTHON.exists() and not subprocess.run([PYTHON, "-m", "pip", "--version"], capture_output=True).returncode
        )
        if not usable:
            with step("virtual environment .venv"):
                run_quietly([sys.executable, "-m", "venv", "--clear", VENV], "venv")
        write_whole(stamps / "made", "")
    for extra in ("dev", *extras):
        wanted = requirements(extra)
        mark = hashlib.sha256("\n".join(wanted).encode()).hexdigest()
        stamp = stamps / extra
        if not stamp.exists() or stamp.read_text() != mark:
            pip_install(extra, wanted)
            write_whole(stamp, mark)
    link_gleed()


def pip_install(name: str, wanted: list[str]) -> None:
    """pip, from wherever the user's pip is configured to take packages; repairs what an interrupted run left."""
    running = VENV / "stamps" / "pip-is-running"
    pip: list[str | Path] = [PYTHON, "-m", "pip", "install", "--disable-pip-version-check", "--no-input"]
    with step(f"Python packages for {name}"):
        if running.exists():
            broken = subprocess.run([PYTHON, "-c", FIND_BROKEN], stdout=subprocess.PIPE, text=True).stdout.split()
            if broken:
                run_quietly([*pip, "--force-reinstall", "--no-deps", *broken], "pip-repair")
        write_whole(running, "")
        run_quietly([*pip, *wanted], f"pip-{name}")
        running.unlink()


def link_gleed() -> None:
    """`import gleed` and `.venv/bin/gleed` without an installation."""
    for packages in (VENV / "lib").glob("python3.*/site-packages"):
        write_whole(packages / "gleed.pth", f"{ROOT}\n")
    script = f"#!{PYTHON}\nimport sys\n\nfrom gleed.devtools.command import main\n\nsys.exit(main())\n"
    write_whole(VENV / "bin" / "gleed", script, 0o755)


def cmake_build(folder: Path, options: list[str], targets: list[str]) -> None:
    """Configures when the options changed, then builds."""
    text = " ".join(options)
    stamp = folder / "dev-options"
    name = str(folder.relative_to(ROOT))
    if not (folder / "build.ninja").exists() or not stamp.exists() or stamp.read_text() != text:
        with step(f"configure {name}"):
            generator = [] if (folder / "CMakeCache.txt").exists() else ["-G", "Ninja"]
            run_quietly(["cmake", "-S", ROOT, "-B", folder, *generator, *options], f"cmake-{folder.name}")
            write_whole(stamp, text)
    run_ninja(name, ["ninja", "-C", folder, *targets], f"build-{folder.name}")


def ready(*extras: str, targets: list[str], tests: bool = False) -> None:
    """Everything that a command needs before it starts."""
    debian_packages(BUILD_PACKAGES + python_packages() + (TEST_PACKAGES if tests else []))
    virtual_environment(*extras)
    options = ["-DGLEED_PYTHON=ON", f"-DPython_EXECUTABLE={PYTHON}"]
    # Once the tests have been built here they stay configured, so that commands do not undo each other's work.
    if tests or (ROOT / "build" / "with-tests").exists():
        write_whole(ROOT / "build" / "with-tests", "")
        options.append("-DGLEED_TESTS=ON")
    else:
        options.append("-DGLEED_TESTS=OFF")
    cmake_build(ROOT / "build", options, targets)

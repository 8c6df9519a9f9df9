"""Follow the commands of docs/deploying.md for one server, on a machine that forgets it all.

`python follow_docs.py` (root's, on Linux) enters namespaces of its own in which /etc, /opt, /usr
and /var lie under layers in memory: what the commands install, write and start is gone at the end,
and the machine is as it was. Only `systemctl` is ours, because there is no systemd in there: it
starts the unit's command as the unit's user, under the unit's filter. Exits with 0 when every
command did, and a program was run through the proxy.
"""

import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
import urllib.request
from pathlib import Path

ROOT = Path(__file__).parents[2]
DOCS = ROOT / "docs" / "deploying.md"
SITE = "learn.example.edu"
AUTHORITIES = Path("/etc/ssl/certs/ca-certificates.crt")
LAYERED = ("etc", "opt", "usr", "var")
SHIM = """#!/bin/sh
exec {python} {script} --systemctl "$@"
"""


def commands(text: str) -> list[str]:
    """Return the blocks of commands that the reader of the part about one server types."""
    one_server = text.partition("\n## One server\n")[2].partition("\n## A department\n")[0]
    backup = text.partition("\n## Backup\n")[2].partition("\n## ")[0]
    return re.findall(r"^```sh\n(.*?)^```$", one_server + backup, re.M | re.S)


def lay_over(folder: Path) -> None:
    """Put layers in memory over what the commands change."""
    subprocess.run(["mount", "-t", "tmpfs", "none", folder], check=True)
    for name in LAYERED:
        upper, work = folder / name / "upper", folder / name / "work"
        upper.mkdir(parents=True)
        work.mkdir()
        options = f"lowerdir=/{name},upperdir={upper},workdir={work}"
        subprocess.run(["mount", "-t", "overlay", "-o", options, "none", f"/{name}"], check=True)


def give_name_and_certificate() -> None:
    """Give the machine what its owner has: a name in DNS, and a certificate that browsers trust."""
    with open("/etc/hosts", "a", encoding="utf-8") as hosts:
        hosts.write(f"127.0.0.1 {SITE}\n")
    folder = Path("/etc/ssl/tapescope")
    folder.mkdir()
    subprocess.run(
        ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "30",
         "-keyout", folder / "privkey.pem", "-out", folder / "fullchain.pem",
         "-subj", f"/CN={SITE}", "-addext", f"subjectAltName=DNS:{SITE}"],
        check=True, capture_output=True,
    )  # fmt: skip
    with open(AUTHORITIES, "a", encoding="ascii") as file:
        file.write((folder / "fullchain.pem").read_text("ascii"))


def copy_checkout(folder: Path) -> Path:
    """Copy what git has of the checkout."""
    listed = subprocess.run(
        ["git", "ls-files", "-z"], cwd=ROOT, check=True, capture_output=True, text=True
    )
    for name in filter(None, listed.stdout.split("\0")):
        target = folder / "checkout" / name
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy2(ROOT / name, target)
    return folder / "checkout"


def write_shims(folder: Path) -> Path:
    """Write the programs that no such machine has."""
    folder.mkdir()
    systemctl = folder / "systemctl"
    systemctl.write_text(SHIM.format(python=sys.executable, script=__file__))
    systemctl.chmod(0o755)
    if shutil.which("sudo") is None:
        sudo = folder / "sudo"
        sudo.write_text(
            "#!/bin/sh\n# sudo -u USER -H COMMAND...\nuser=$2; shift 3\n"
            'exec runuser -u "$user" -- env HOME="$(getent passwd "$user" | cut -d: -f6)" "$@"\n'
        )
        sudo.chmod(0o755)
    return folder


def follow(folder: Path) -> None:
    """Type the commands; raises CalledProcessError with the first that fails."""
    checkout, shims = copy_checkout(folder), write_shims(folder / "shims")
    environment = os.environ | {
        "PATH": f"{shims}:/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin",
        "SSL_CERT_FILE": str(AUTHORITIES),
        "HOME": str(folder),
        "DEBIAN_FRONTEND": "noninteractive",
    }
    # Nothing of the developer's or of CI's own Python may help.
    for name in ("PYTHONPATH", "VIRTUAL_ENV", "TAPESCOPE_SECRET", "CI"):
        environment.pop(name, None)
    for block in commands(DOCS.read_text("utf-8")):
        print(*(f"$ {line}" for line in block.splitlines()), sep="\n", flush=True)
        subprocess.run(["sh", "-ec", block], cwd=checkout, env=environment, check=True)


def run_a_program() -> None:
    """Run a program through the proxy, as a browser would."""
    request = urllib.request.Request(
        f"https://{SITE}/tapescope/api/v1/run",
        json.dumps({"code": "import torch\nprint(torch.ones(2) * 21)"}).encode(),
        {"Content-Type": "application/json"},
    )
    document = json.load(urllib.request.urlopen(request))
    assert "21." in json.dumps(document["events"]), document["events"]


def systemctl(*asked: str) -> None:
    """Do what systemd would: start nginx, or the command of a unit."""
    if "nginx" in asked:
        subprocess.run(["nginx"], check=True)
    elif "tapescope" in asked:
        subprocess.Popen(
            [sys.executable, __file__, "--unit", "/etc/systemd/system/tapescope.service"],
            stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
        )  # fmt: skip
        for _ in range(600):
            try:
                urllib.request.urlopen("http://127.0.0.1:8765/healthz").close()
                return
            except OSError:
                time.sleep(0.1)
        raise SystemExit("The service did not come up.")


def become(path: str) -> None:
    """Become the command of a unit."""
    from tests.deploy import confined

    lines = confined.lines_of(path)
    environment = {"PATH": os.environ["PATH"], "LANG": "C.UTF-8"}
    files = [Path(each.removeprefix("-")) for each in lines["EnvironmentFile"]]
    given = [each for line in lines["Environment"] for each in line.split()]
    given += [each for file in files for each in file.read_text("utf-8").splitlines()]
    environment |= dict(each.split("=", 1) for each in given)
    (user,), (command,) = lines["User"], lines["ExecStart"]
    import pwd

    found = pwd.getpwnam(user)
    environment["HOME"] = found.pw_dir
    calls = confined.allowed(lines["SystemCallFilter"])  # while we may still ask systemd
    os.umask(int(lines["UMask"][0], 8))
    os.chdir("/")
    os.setgroups([])
    os.setresgid(found.pw_gid, found.pw_gid, found.pw_gid)
    os.setresuid(found.pw_uid, found.pw_uid, found.pw_uid)
    confined.confine(lines, calls)
    os.execve(command.split()[0], command.split(), environment)


def main() -> None:
    sys.path.insert(0, str(ROOT))
    match sys.argv[1:]:
        case ["--systemctl", *asked]:
            systemctl(*asked)
        case ["--unit", path]:
            become(path)
        case ["--inside"]:
            folder = Path(tempfile.mkdtemp())
            lay_over(folder)
            give_name_and_certificate()
            os.environ["SSL_CERT_FILE"] = str(AUTHORITIES)
            follow(folder)
            run_a_program()
        case _:
            inside = ["unshare", "--mount", "--pid", "--fork", "--mount-proc", "--propagation"]
            os.execvp(inside[0], [*inside, "private", sys.executable, __file__, "--inside"])


if __name__ == "__main__":
    main()

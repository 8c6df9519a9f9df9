"""Follow the commands of docs/deploying.md that need no container, on a machine that forgets them.

`python follow_docs.py` (root's, on Linux) enters namespaces of its own in which /etc, /opt, /run,
/usr and /var lie under layers in memory: what the commands install, write and start is gone at the
end, and the machine is as it was. Only `systemctl` is ours, because there is no systemd in there:
it starts the unit's command as the unit's user, under the unit's filter. Exits with 0 when every
command did, and a program was run through the proxy.
"""

import json
import os
import pwd
import re
import shutil
import signal
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
LAYERED = ("etc", "opt", "run", "usr", "var")
SHIM = """#!/bin/sh
exec {python} {script} --systemctl "$@"
"""


def commands(text: str) -> list[str]:
    """Return the blocks of commands, in their order on the page."""
    return re.findall(r"^```sh\n(.*?)^```$", text, re.M | re.S)


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
            "#!/bin/sh\n# sudo [--preserve-env=NAME] -u USER [-H] COMMAND...\n"
            'case $1 in --*) shift ;; esac; user=$2; shift 2; [ "$1" != -H ] || shift\n'
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
    """Do what systemd would for a command: start services, or start them again."""
    action, *services = [each for each in asked if not each.startswith("--")]
    for service in services:
        name, _, port = service.partition("@")
        if name != "tapescope":
            # nginx's own script, told to restart, stops whatever is called nginx: itself.
            nginx = ["nginx", "-s", "reload"] if action == "reload" else ["nginx"]
            command = nginx if name == "nginx" else [f"/etc/init.d/{name}", action]
            subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
            continue
        noted = Path(f"/run/follow-docs-{port}")
        if action == "restart":
            stop(int(noted.read_text()))
        command = [sys.executable, __file__, "--unit", port]
        silent = {"stdin": subprocess.DEVNULL, "stdout": subprocess.DEVNULL}
        noted.write_text(str(subprocess.Popen(command, start_new_session=True, **silent).pid))
        wait_for(port)


def stop(process: int) -> None:
    """Tell a process to end, and wait until it has."""
    os.kill(process, signal.SIGTERM)
    while Path(f"/proc/{process}/exe").exists():
        time.sleep(0.05)


def wait_for(port: str) -> None:
    """Wait until a service answers, for a minute at most."""
    for _ in range(600):
        try:
            urllib.request.urlopen(f"http://127.0.0.1:{port}/healthz").close()
            return
        except OSError:
            time.sleep(0.1)
    raise SystemExit(f"The service on port {port} did not come up.")


def become(port: str) -> None:
    """Become the command of the unit for a port."""
    from tests.deploy import confined

    lines = confined.lines_of("/etc/systemd/system/tapescope@.service")
    environment = {"PATH": os.environ["PATH"], "LANG": "C.UTF-8"}
    files = [Path(each.removeprefix("-")) for each in lines["EnvironmentFile"]]
    given = [each for line in lines["Environment"] for each in line.split()]
    given += [each for file in files for each in file.read_text("utf-8").splitlines()]
    environment |= dict(each.split("=", 1) for each in given)
    (user,), (command,) = lines["User"], lines["ExecStart"]
    found = pwd.getpwnam(user)
    environment["HOME"] = found.pw_dir
    calls = confined.allowed(lines["SystemCallFilter"])  # while we may still ask systemd
    os.umask(int(lines["UMask"][0], 8))
    os.chdir("/")
    os.setgroups([])
    os.setresgid(found.pw_gid, found.pw_gid, found.pw_gid)
    os.setresuid(found.pw_uid, found.pw_uid, found.pw_uid)
    confined.confine(lines, calls)
    words = command.replace("%i", port).split()
    os.execve(words[0], words, environment)


def main() -> None:
    sys.path.insert(0, str(ROOT))
    match sys.argv[1:]:
        case ["--systemctl", *asked]:
            systemctl(*asked)
        case ["--unit", port]:
            become(port)
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

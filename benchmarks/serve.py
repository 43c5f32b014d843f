"""The real server over the tasks of the benchmark: `CRE_PORT=... python -m code_review_env.benchmarks.serve`."""

from code_review_env.benchmarks.corpus import tasks
from code_review_env.server.app import serve
from code_review_env.server.settings import Settings
from code_review_env.tasks.bank import TaskBank

if __name__ == "__main__":
    serve(Settings(), TaskBank.of(tasks()))

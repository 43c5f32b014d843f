"""Entry point of the Space: `python app.py` serves the one app."""

from code_review_env.cli.exhibition import models, runs
from code_review_env.server.app import serve
from code_review_env.server.settings import Settings
from code_review_env.tasks.bank import TaskBank

if __name__ == "__main__":
    bank, settings = TaskBank.load(), Settings()
    serve(settings, bank, runs(bank), models=models(settings))

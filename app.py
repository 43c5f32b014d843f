"""Entry point of the Space: `python app.py` serves the one app."""

from code_review_env.server.app import main

if __name__ == "__main__":
    main()

#!/bin/sh
# Plays the oracle of every packaged task; exit status 0 when each one clears its stage.
set -eu
exec "${PYTHON:-python}" -m code_review_env play --agent oracle --all "$@"

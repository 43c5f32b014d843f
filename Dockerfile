# One stage: nothing is compiled, so a second stage would only copy the same files once more.
# For a reproducible image pass the digest: --build-arg BASE_IMAGE=python@sha256:...
ARG BASE_IMAGE=python:3.11-slim-bookworm
FROM ${BASE_IMAGE}

ARG VERSION=0.1.0
ARG REVISION=unknown
LABEL org.opencontainers.image.title="RL Code Review Environment" \
      org.opencontainers.image.description="An OpenEnv environment in which an agent repairs messy Python under a reward that can be trusted." \
      org.opencontainers.image.version="${VERSION}" \
      org.opencontainers.image.revision="${REVISION}" \
      org.opencontainers.image.licenses="Apache-2.0"

# Spaces run a container as uid 1000; /data is where they mount what is to last.
RUN useradd --uid 1000 --create-home user && install --directory --owner=user /data

WORKDIR /home/user/app

# The pins change more rarely than the code. What only tests and local models need stays out.
COPY requirements.txt .
RUN grep -vE '^(-e|hypothesis|iniconfig|pluggy|pytest|regex|safetensors|sortedcontainers|tokenizers|transformers)' requirements.txt > /tmp/pins.txt \
 && pip install --no-cache-dir --no-compile --no-deps --requirement /tmp/pins.txt \
 && find /usr/local/lib/python3.11/site-packages -depth -type d -name tests -exec rm -rf {} + \
 && rm /tmp/pins.txt

COPY . .
RUN pip install --no-cache-dir --no-compile --no-deps --editable . \
 && chown --recursive user /home/user/app

# One import compiles just the modules that the app uses, which halves its start; run as root, it can write them.
# From here on nothing in the image changes.
RUN python -c "import code_review_env.server.app"
ENV PYTHONDONTWRITEBYTECODE=1 \
    PYTHONUNBUFFERED=1 \
    CRE_HOST=0.0.0.0 \
    CRE_PORT=8000 \
    CRE_DATA_DIR=/data

USER user
EXPOSE 8000
HEALTHCHECK --start-period=30s --interval=30s --timeout=5s --retries=3 \
    CMD ["python", "-c", "import urllib.request; urllib.request.urlopen('http://127.0.0.1:8000/health', timeout=4)"]
CMD ["python", "app.py"]

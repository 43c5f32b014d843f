"""Programs that play over the network, as the page shows them. The tests run each against a real server."""

from typing import Final

SNIPPETS: Final = {
    "Python": """\
from code_review_env import CodeReviewAction, CodeReviewEnv

with CodeReviewEnv(base_url="{host}").sync() as env:
    result = env.reset(seed=7)
    result = env.step(CodeReviewAction(code=result.observation.messy_code))
    print(result.reward)
""",
    "Python, async": """\
import asyncio

from code_review_env import CodeReviewAction, CodeReviewEnv


async def main():
    async with CodeReviewEnv(base_url="{host}") as env:
        result = await env.reset(seed=7)
        result = await env.step(CodeReviewAction(code=result.observation.messy_code))
        print(result.reward)


asyncio.run(main())
""",
    "HTTP with the standard library": """\
import json
from urllib.request import Request, urlopen


def post(path, body):
    headers = {{"content-type": "application/json"}}
    with urlopen(Request("{host}" + path, json.dumps(body).encode(), headers)) as answer:
        return json.load(answer)


seen = post("/reset", {{"seed": 7}})["observation"]
action = {{"code": seen["messy_code"]}}
print(post("/step", {{"episode_id": seen["episode_id"], "action": action}})["reward"])
""",
    "curl": """\
curl -sS {host}/reset -H 'content-type: application/json' -d '{{"seed": 7}}'
""",
}
"""Title -> program; `{host}` stands for the address of the server."""


def snippets(host: str) -> dict[str, str]:
    """Title -> program for this server."""
    return {title: text.format(host=host) for title, text in SNIPPETS.items()}

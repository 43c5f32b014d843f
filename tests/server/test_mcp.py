"""The tools, used by a real client of the Model Context Protocol."""

import asyncio
from collections.abc import Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from fastmcp import Client
from fastmcp.exceptions import ToolError

from code_review_env.server.mcp import PATH
from code_review_env.tasks.bank import TaskBank


def talk(server: Any, work: Callable[[Client[Any]], Awaitable[Any]]) -> Any:
    """What `work` finds out with a connected client."""

    async def connected() -> Any:
        async with Client(f"{server.url}{PATH}/") as client:
            return await work(client)

    with ThreadPoolExecutor(1) as apart:  # a browser of another test may keep an event loop in this thread
        return apart.submit(asyncio.run, connected()).result()


def call(server: Any, tool: str, **given: object) -> Any:
    """The answer of one tool."""

    async def work(client: Client[Any]) -> Any:
        return (await client.call_tool(tool, given)).data

    return talk(server, work)


def test_the_tools_are_listed_with_their_arguments(server: Any) -> None:
    """A client sees what it may call, and every argument says what it is."""
    tools = talk(server, lambda client: client.list_tools())
    assert {tool.name for tool in tools} == {"list_tasks", "reset", "submit", "preview_edit", "score"}
    assert all(field.get("description") for tool in tools for field in tool.inputSchema["properties"].values())


def test_an_agent_clears_a_task_by_tools_alone(server: Any) -> None:
    """List, begin, look at an edit, which costs nothing, and submit it."""
    listed = call(server, "list_tasks", split="train", count=1)
    seen = call(server, "reset", task_id=listed[0]["name"])
    oracle = TaskBank.load().find(listed[0]["name"]).reference
    preview = call(server, "preview_edit", episode_id=seen["episode_id"], code=oracle)
    assert preview["parses"]
    assert preview["diff"].startswith("--- before.py")
    judged = call(server, "submit", episode_id=seen["episode_id"], code=oracle)
    assert (judged["reward"], judged["step"], judged["done"]) == (0.99, 1, True)


def test_a_version_that_does_not_parse_is_told_before_it_costs_a_step(server: Any) -> None:
    """The line is named."""
    seen = call(server, "reset", stage="easy")
    preview = call(server, "preview_edit", episode_id=seen["episode_id"], code="def f(:\n")
    assert not preview["parses"]
    assert "line 1" in preview["problem"]


def test_faults_are_errors_of_the_tool_in_words(server: Any) -> None:
    """An unknown episode, a task of the closed split: the client's model can read what is wrong."""
    closed = TaskBank.load().tasks("test")[0].name
    for tool, given, words in (
        ("submit", {"episode_id": "none", "code": "x"}, "no episode has the id 'none'"),
        ("score", {"task_id": closed, "code": "x"}, "--open-scoring"),
        ("reset", {"task_id": "no/such"}, "no/such"),
    ):
        with pytest.raises(ToolError, match=words):
            call(server, tool, **given)

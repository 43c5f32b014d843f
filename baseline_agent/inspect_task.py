"""A task for Inspect AI, by which any model that Inspect knows is measured: `inspect eval baseline_agent/inspect_task.py`.

The model plays the loop of `model_agent` on a running server; each sample is one episode of a plan.
"""

from functools import partial

from anyio import to_thread
from inspect_ai import Task, task
from inspect_ai.dataset import MemoryDataset, Sample
from inspect_ai.model import ChatMessage, ChatMessageSystem, ChatMessageUser, GenerateConfig, ModelOutput, get_model
from inspect_ai.scorer import Score, Scorer, Target, accuracy, mean, scorer, stderr
from inspect_ai.solver import Generate, Solver, TaskState, solver

from code_review_env.baseline_agent.completer import Completion, Request
from code_review_env.baseline_agent.model_agent import Reviewer
from code_review_env.baseline_agent.remote import Remote
from code_review_env.baseline_agent.trial.recorder import Notes, Recorder
from code_review_env.baseline_agent.trial.records import EpisodeRow
from code_review_env.prompt import Message
from code_review_env.trials.plan import Plan

EPISODE = "episode"
"""Where a sample keeps its episode between solver and scorer."""


@task
def code_review(url: str = "http://127.0.0.1:8000", split: str = "test", n: int = 100, seed: int = 0) -> Task:
    """Repair messy Python, a curriculum a sample.

    Args:
        url: of a running server.
        split: train, validation or test.
        n: episodes.
        seed: names the set of episodes, as in `bench`.
    """
    bouts = Plan(split=split, episodes=n, seed=seed).bouts()
    samples = [Sample(input=bout.key, id=bout.key, metadata=dict(bout.options)) for bout in bouts]
    return Task(dataset=MemoryDataset(samples), solver=curriculum(url), scorer=solved())


@solver
def curriculum(url: str) -> Solver:
    """Plays the whole episode; a server that cannot be reached is an error of the sample, not a score."""

    async def solve(state: TaskState, generate: Generate) -> TaskState:
        del generate  # temperature and conversation differ from step to step
        notes = Notes()
        with Remote(url) as remote:
            environment, reviewer = Recorder(remote, notes), Reviewer()
            seen = await to_thread.run_sync(partial(environment.reset, **state.metadata))
            while not seen.done:
                completion = await _ask(reviewer.ask(seen))
                action = reviewer.answer(seen, completion)
                seen = await to_thread.run_sync(environment.step, action)
        state.store.set(EPISODE, notes.row(str(state.sample_id)).model_dump(mode="json"))
        state.completed = True
        return state

    return solve


async def _ask(request: Request) -> Completion:
    config = GenerateConfig(temperature=request.temperature, max_tokens=request.max_tokens)
    output = await get_model().generate([_turn(message) for message in request.messages], config=config)
    return _completion(output)


def _turn(message: Message) -> ChatMessage:
    made = ChatMessageSystem if message.role == "system" else ChatMessageUser
    return made(content=message.content)


def _completion(output: ModelOutput) -> Completion:
    cut_off = output.stop_reason in {"max_tokens", "model_length"}
    usage = output.usage
    return Completion(
        text=output.completion,
        finish_reason="length" if cut_off else "stop",
        tokens_in=usage.input_tokens if usage else None,
        tokens_out=usage.output_tokens if usage else None,
        seconds=output.time or 0.0,
    )


@scorer(metrics={"solved": [accuracy(), stderr()], "reward": [mean(), stderr()]})
def solved() -> Scorer:
    """Every stage cleared, and the mean over the stages of the best reward there."""

    async def score(state: TaskState, target: Target) -> Score:
        del target  # the environment has judged
        row = EpisodeRow.model_validate(state.store.get(EPISODE))
        told = f"cleared {', '.join(row.cleared) or 'nothing'} in {len(row.steps)} steps"
        return Score(value={"solved": float(row.solved), "reward": row.outcome.reward}, explanation=told)

    return score

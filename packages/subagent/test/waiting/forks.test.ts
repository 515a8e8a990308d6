import { describe, expect, test } from "vitest";
import {
  approve,
  defineAgent,
  fork,
  resume,
  run,
  tool,
  type Agent,
  type MissionCheckpoint,
  type MissionOptions,
} from "../../src/index.ts";
import { fenced } from "../missions.ts";

interface Change {
  readonly prompt?: string;
  readonly description?: string;
  readonly scale?: number;
  readonly programs?: readonly string[];
  readonly maxTurns?: number;
}

const programs = [
  "(def a (tool/look {:id 1}))",
  "(def b (tool/look {:id 2}))",
  "(return [a b (tool/refund {:id 3})])",
];

/** A mission of three turns, whose last one waits. */
function world(change: Change = {}) {
  const made: string[] = [];
  const asked: string[] = [];
  const work = (name: string) =>
    tool({
      description: change.description ?? `Does ${name}.`,
      signature: "(id :int) -> :int",
      needsApproval: name === "refund",
      execute: ({ id }, { callId }) => {
        made.push(callId);
        return id * (change.scale ?? 1);
      },
    });
  const agent: Agent = defineAgent({
    prompt: change.prompt ?? "Lead.",
    maxTurns: change.maxTurns ?? 4,
    tools: { look: work("look"), refund: work("refund") },
  });
  const llm: MissionOptions["llm"] = ({ messages, requestId = "" }) => {
    asked.push(requestId.slice(requestId.indexOf("/") + 1));
    const turn = messages.filter(({ role }) => role === "assistant").length;
    return Promise.resolve(fenced((change.programs ?? programs)[turn] ?? ""));
  };
  return { agent, llm, made, asked };
}

async function waitingRun(options: MissionOptions = {}) {
  const { agent, llm, made } = world();
  const step = await run(agent, { llm, random: () => 0.5, ...options });
  if (step.status !== "waiting") throw new Error(step.fail?.message ?? "it should wait");
  return { step, made };
}

describe("fork", () => {
  test("returns to an earlier turn, whose calls then have new ids", async () => {
    const { step, made } = await waitingRun();
    const earlier = await fork(step.checkpoint, { at: 2 });
    const other = world({ programs: [programs[0] ?? "", "(return (tool/look {:id 9}))"] });
    const ended = await resume(other.agent, earlier, { llm: other.llm });
    expect(ended).toMatchObject({ ok: true, return: 9 });
    expect(other.asked).toEqual(["2/m0.1"]);
    expect(ended.traceId).not.toBe(step.traceId);
    expect(other.made).toEqual([`${ended.traceId}/2/0`]);
    expect(made).toEqual([`${step.traceId}/1/0`, `${step.traceId}/2/0`]);
    expect(ended.turns.map(({ program }) => program)).toEqual([
      programs[0],
      "(return (tool/look {:id 9}))",
    ]);
  });

  test("a fork can wait, be forked again, and keeps its ids", async () => {
    const { step } = await waitingRun();
    const second = world();
    const waiting = await resume(second.agent, await fork(step.checkpoint, { at: 3 }), {
      llm: second.llm,
    });
    if (waiting.status !== "waiting") throw new Error("it should wait");
    expect(second.asked).toEqual(["3/m0.1"]);
    const [call] = waiting.pending;
    expect(call?.id).toBe(`${waiting.traceId}/3/0`);
    const third = world();
    const again = await fork(waiting.checkpoint, { at: 2 });
    expect(again.forks?.map(([turn]) => turn)).toEqual([2]);
    const other = await resume(third.agent, again, { llm: third.llm });
    expect(other.status === "waiting" && other.pending[0]?.id).toBe(`${other.traceId}/3/0`);
    const ended = await resume(second.agent, waiting.checkpoint, {
      llm: second.llm,
      decisions: { [call?.id ?? ""]: approve() },
    });
    expect(ended).toMatchObject({ ok: true, return: [1, 2, 3] });
    expect(second.made).toEqual([call?.id]);
  });

  test("one checkpoint can be resumed twice with different decisions", async () => {
    const { step } = await waitingRun();
    const { agent, llm, asked } = world();
    const id = step.pending[0]?.id ?? "";
    const approved = await resume(agent, step.checkpoint, { llm, decisions: { [id]: approve() } });
    expect(approved).toMatchObject({ ok: true, return: [1, 2, 3] });
    const edited = await resume(agent, step.checkpoint, {
      llm,
      decisions: { [id]: approve({ arguments: { id: 5 } }) },
    });
    expect(edited).toMatchObject({ ok: true, return: [1, 2, 5] });
    expect(asked).toEqual([]);
  });

  test("keeps the signature of a signed checkpoint", async () => {
    const key = { checkpointKey: "a secret of sixteen bytes" };
    const { step } = await waitingRun(key);
    const { agent, llm } = world();
    const earlier = await fork(step.checkpoint, { at: 3, ...key });
    expect((await resume(agent, earlier, { llm, ...key })).status).toBe("waiting");
    await expect(fork(step.checkpoint, { at: 3 })).rejects.toThrow("pass its `checkpointKey`");
    const changed = { ...step.checkpoint, durationMs: 1 };
    await expect(fork(changed, { at: 3, ...key })).rejects.toThrow("the signature doesn't fit");
  });

  test.each([
    [0, "option `at`: expected a whole number from 1"],
    [4, "option `at`: the run has only 3 turns in this checkpoint"],
  ])("refuses turn %i", async (at, message) => {
    const { step } = await waitingRun();
    await expect(fork(step.checkpoint, { at })).rejects.toThrow(message);
  });
});

describe("a run whose agent has changed", () => {
  const resumed = async (change: Change, options: { readonly restart?: boolean } = {}) => {
    const { step } = await waitingRun();
    const other = world(change);
    const outcome = resume(other.agent, step.checkpoint, {
      llm: other.llm,
      decisions: { [step.pending[0]?.id ?? ""]: approve() },
      ...(options.restart === true ? { onChange: "restart-turn" as const } : {}),
    });
    return { ...other, outcome, step };
  };

  test("fails if a request isn't the recorded one, and names it", async () => {
    const { outcome, made, asked } = await resumed({ prompt: "Lead well." });
    await expect(outcome).rejects.toThrow(
      "the run differs from the one that wrote the checkpoint: the request to the model at 1/m0.1 isn't the recorded one",
    );
    expect([made, asked]).toEqual([[], []]);
  });

  test("begins the turn again with restart-turn, with new ids", async () => {
    const { outcome, made, asked, step } = await resumed(
      { prompt: "Lead well." },
      { restart: true },
    );
    const again = await outcome;
    expect(again.status).toBe("waiting");
    expect(again.warnings?.[0]).toMatch(
      /^turn 1 was started again, and its pending calls were dropped: the run differs/,
    );
    expect(asked).toEqual(["1/m0.1", "2/m0.1", "3/m0.1"]);
    expect(made).toEqual([`${again.traceId}/1/0`, `${again.traceId}/2/0`]);
    expect(again.traceId).not.toBe(step.traceId);
  });

  test("keeps the turns before the one that differs", async () => {
    const { step } = await waitingRun();
    const effects = step.checkpoint.effects.map((effect) =>
      effect.at === "2/0" ? { ...effect, args: { id: 7 } } : effect,
    );
    const other = world();
    const changed: MissionCheckpoint = { ...step.checkpoint, effects };
    await expect(resume(other.agent, changed, { llm: other.llm })).rejects.toThrow(
      'tool/look is called at 2/0 with {"id":2}, and the checkpoint has the arguments {"id":7}',
    );
    const again = await resume(other.agent, changed, {
      llm: other.llm,
      onChange: "restart-turn",
    });
    expect(again.status).toBe("waiting");
    expect(other.asked).toEqual(["2/m0.1", "3/m0.1"]);
    expect(other.made).toEqual([`${again.traceId}/2/0`]);
  });

  test("warns of a change that affects only the part after the checkpoint", async () => {
    const { outcome } = await resumed({ maxTurns: 4, scale: 10 });
    expect(await outcome).toMatchObject({ ok: true, return: [1, 2, 30] });
    const { step } = await waitingRun();
    const { llm, agent } = world();
    const ended = await resume({ ...agent, maxToolCalls: 50 }, step.checkpoint, {
      llm,
      decisions: { [step.pending[0]?.id ?? ""]: approve() },
    });
    expect(ended.warnings).toEqual([
      "the agent has changed since the checkpoint; its effects so far are the same",
    ]);
  });
});

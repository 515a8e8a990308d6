// Missions whose agent, inputs or checkpoint changed while they waited. A run that differs from the
// recorded one is refused by name, and makes no call and no request.

import { describe, expect, test } from "vitest";
import {
  CheckpointError,
  tool,
  type AgentTools,
  type MissionCheckpoint,
  type WaitingMission,
} from "../../src/index.ts";
import { approvals, missionOf, parsed, returned, waiting, type Scene } from "./waiting-mission.ts";

function desk(refunding: object = {}) {
  const made: string[] = [];
  const look = tool({
    description: "Looks.",
    signature: "(id :int) -> {amount :int}",
    execute: async ({ id }) => {
      await Promise.resolve();
      made.push(`look ${String(id)}`);
      return { amount: id * 40 };
    },
  });
  const refund = tool({
    description: "Refunds.",
    signature: "(amount :int) -> :int",
    needsApproval: true,
    execute: ({ amount }) => {
      made.push(`refund ${String(amount)}`);
      return amount;
    },
    ...refunding,
  });
  const spare = tool({
    description: "Is spare.",
    signature: "() -> :int",
    execute: () => {
      made.push("spare");
      return 1;
    },
  });
  return { made, tools: { look, refund, spare } satisfies AgentTools };
}

const script: Scene["script"] = {
  Do: [
    '(def o (tool/look {:id (:n data/order)})) (println "looked")',
    "(let [t (System/currentTimeMillis) p (tool/refund {:amount (:amount o)})] (return [p (rand-int 9) (tool/spare) t]))",
    "(return :third)",
  ],
};
const context = { order: { n: 3 } };

interface Change {
  readonly more?: (given: ReturnType<typeof desk>) => Partial<Scene>;
  readonly checkpoint?: (checkpoint: MissionCheckpoint) => unknown;
}

/** Resumes after a change, and returns the error. No call may have been made. */
async function refusal({ more, checkpoint = (same) => same }: Change): Promise<CheckpointError> {
  const first = desk();
  const mission = missionOf({ script, tools: first.tools, context });
  const step = waiting(await mission.run());
  const later = desk();
  const scene = { tools: later.tools, ...more?.(later) };
  const asked = mission.notes.asked.length;
  for (const decisions of [{}, approvals(step)]) {
    const changed = checkpoint(parsed(JSON.stringify(step.checkpoint))) as MissionCheckpoint;
    const error = await mission
      .resume(changed, decisions, scene)
      .catch((thrown: unknown) => thrown);
    expect([later.made, mission.notes.asked.length]).toEqual([[], asked]);
    if (!(error instanceof CheckpointError)) throw new Error("it was accepted", { cause: error });
    if (Object.keys(decisions).length > 0) return error;
  }
  throw new Error("it was not resumed");
}

const differs = "the run differs from the one that wrote the checkpoint: ";
const otherRequest =
  /the request to the model at 1\/m0\.1 isn't the recorded one: the prompt, the tools, the context or an option of the agent has changed/;

/** Changes the effects of a checkpoint. */
const effects =
  (change: (lines: MissionCheckpoint["effects"]) => readonly unknown[]) =>
  (checkpoint: MissionCheckpoint): unknown => ({
    ...checkpoint,
    effects: change(checkpoint.effects),
  });
const swapped = (from: string, to: string) => (checkpoint: MissionCheckpoint) => {
  const json = JSON.stringify(checkpoint);
  expect(json).toContain(from);
  return parsed(json.replaceAll(from, to));
};

describe("a change of what the model saw", () => {
  test.each<readonly [string, Change["more"]]>([
    ["the prompt", () => ({ agent: { prompt: "Do that." } })],
    ["a removed tool", ({ tools: { spare: _, ...tools } }) => ({ tools })],
    [
      "the description of a tool",
      ({ tools }) => ({ tools: { ...tools, spare: { ...tools.spare, description: "Other." } } }),
    ],
    [
      "the signature of a tool",
      ({ tools }) => ({
        tools: { ...tools, look: { ...tools.look, signature: "(id :int) -> :any" } },
      }),
    ],
    ["an added tool", ({ tools }) => ({ tools: { ...tools, more: tools.spare } })],
    ["the number of turns", () => ({ agent: { maxTurns: 9 } })],
    ["the plan", () => ({ agent: { plan: ["Other"] } })],
    ["the system prompt", () => ({ agent: { systemPrompt: "Other." } })],
    ["an option of the model", () => ({ agent: { modelOptions: { temperature: 0.5 } } })],
  ])("%s is refused", async (_what, more) => {
    const error = await refusal({ ...(more === undefined ? {} : { more }) });
    expect(error.problem).toBe("changed");
    expect(error.message).toMatch(otherRequest);
  });
});

describe("a change of an input", () => {
  test.each<readonly [string, Partial<Scene>]>([
    ["context", { context: { order: { n: 4 } } }],
    ["memory", { options: { memory: { o: 1 } } }],
    ["memory", { options: { toolCache: { x: 1 } } }],
  ])("is refused: the %s", async (name, more) => {
    const error = await refusal({ more: () => more });
    expect(error.problem).toBe("changed");
    expect(error.message).toBe(
      `the ${name} isn't the one with which the run began: pass the same \`${name}\` again`,
    );
  });
});

describe("a change of what programs may do", () => {
  test("lower limits that end an earlier program are refused, and the model isn't asked", async () => {
    const error = await refusal({ more: () => ({ agent: { limits: { steps: 4 } } }) });
    expect(error.message).toMatch(/^the run (differs|no longer requests)/);
    expect(error.message).toMatch(/tool\/look at 1\/0|the model at/);
  });

  test("a rule that no longer needs an approval doesn't make the call that waits", async () => {
    const first = desk();
    const mission = missionOf({ script, tools: first.tools, context });
    const step = waiting(await mission.run());
    const later = desk({ needsApproval: false });
    const again = waiting(await mission.resume(step.checkpoint, {}, { tools: later.tools }));
    expect(again.pending).toEqual(step.pending);
    expect(later.made).toEqual([]);
    const end = await mission.resume(again.checkpoint, approvals(step), { tools: later.tools });
    expect(returned(end)).toEqual([120, expect.any(Number), 1, 1_000]);
    expect(later.made).toEqual(["refund 120", "spare"]);
  });
});

describe("a changed checkpoint without a signature", () => {
  const model = (lines: MissionCheckpoint["effects"]): number =>
    lines.findIndex(({ type }) => type === "model");

  test.each<readonly [string, NonNullable<Change["checkpoint"]>, RegExp]>([
    [
      "another answer of the model",
      swapped("(:n data/order)", "2"),
      /tool\/look is called at 1\/0 with \{"id":2\}, and the checkpoint has the arguments \{"id":3\}/,
    ],
    [
      "an answer without its program",
      swapped("(def o (tool/look", "(comment (tool/look"),
      /the request to the model at 2\/m0\.1 isn't the recorded one/,
    ],
    [
      "another result of a tool",
      swapped('"result":{"amount":120}', '"result":{"amount":9000}'),
      /isn't the recorded one|was for other arguments/,
    ],
    ["another time", swapped('"now":1000', '"now":"soon"'), /has no number/],
    [
      "other recorded arguments",
      swapped('"args":{"id":3}', '"args":{"id":4}'),
      /tool\/look is called at 1\/0 with \{"id":3\}, and the checkpoint has the arguments \{"id":4\}/,
    ],
    [
      "another tool",
      swapped('"tool":"look"', '"tool":"peek"'),
      /tool\/look is called at 1\/0, where the checkpoint has a call of tool\/peek/,
    ],
    ["no effects", effects(() => []), /tool\/refund|the run|the mission/],
    [
      "a removed answer",
      effects((lines) => lines.filter((_, index) => index !== model(lines))),
      /the run no longer requests tool\/look at 1\/0/,
    ],
    [
      "a removed call",
      effects((lines) => lines.filter(({ type }) => type !== "tool")),
      /tool\/look is called at 1\/0, where the checkpoint has the times of a call, and no result/,
    ],
    [
      "an added call",
      effects((lines) => [
        ...lines,
        {
          type: "tool",
          at: "2/9",
          t: 0,
          tool: "spare",
          args: {},
          outcome: { json: { result: 1 } },
        },
      ]),
      /the run no longer requests tool\/spare at 2\/9/,
    ],
    ["doubled effects", effects((lines) => [...lines, ...lines]), /the run no longer requests/],
    ["another model", swapped('"at":"1/m0.1"', '"at":"1/m7.1"'), /1\/m7\.1/],
    ["another seed", (given) => ({ ...given, seed: "0".repeat(32) }), /its run has another id/],
    ["another run id", (given) => ({ ...given, runId: "0".repeat(32) }), /its run has another id/],
    [
      "other shown arguments",
      (given) => ({ ...given, pending: [{ ...given.pending[0], arguments: { amount: 1 } }] }),
      /is called with other arguments than the checkpoint shows/,
    ],
    [
      "another digest",
      (given) => ({ ...given, pending: [{ ...given.pending[0], digest: "0".repeat(64) }] }),
      /other arguments/,
    ],
    [
      "another pending tool",
      (given) => ({ ...given, pending: [{ ...given.pending[0], tool: "spare" }] }),
      /tool\/refund is called at 2\/1, where tool\/spare waits/,
    ],
  ])("with %s is refused", async (_what, checkpoint, message) => {
    const error = await refusal({ checkpoint });
    expect(error.message).toMatch(message);
    expect(error.message.length).toBeLessThan(1_500);
  });

  test("without the last result doesn't make that call again", async () => {
    const { made, tools } = desk();
    const mission = missionOf({
      script: { Do: ["(return (pcalls #(tool/spare) #(tool/refund {:amount 1})))"] },
      tools,
    });
    const step = waiting(await mission.run());
    expect(made).toEqual(["spare"]);
    const without = step.checkpoint.effects.filter(({ type }) => type !== "tool");
    for (const decisions of [{}, approvals(step)])
      await expect(
        mission.resume({ ...step.checkpoint, effects: without }, decisions),
      ).rejects.toThrow(
        `${differs}tool/spare is called at 1/0.0/0, where the checkpoint has the times of a call, and no result`,
      );
    expect(made).toEqual(["spare"]);
  });

  test("with its effects in another order is refused or ends in the same way", async () => {
    const { made, tools } = desk();
    const mission = missionOf({ script, tools, context });
    const step = waiting(await mission.run());
    made.length = 0;
    const { effects: lines } = step.checkpoint;
    const ends = new Set<string>();
    for (let index = 1; index < lines.length; index++) {
      const order = [...lines];
      order.splice(index - 1, 2, ...lines.slice(index - 1, index + 1).reverse());
      try {
        waiting(await mission.resume({ ...step.checkpoint, effects: order }, {}));
        ends.add("same");
      } catch (error) {
        if (!(error instanceof CheckpointError)) throw error;
        ends.add(error.problem);
      }
      expect([made, mission.notes.asked]).toEqual([[], ["Do 0", "Do 1"]]);
    }
    expect(["same", "changed"]).toEqual(expect.arrayContaining([...ends]));
  });

  test("without its pending call asks about the call again", async () => {
    const { made, tools } = desk();
    const mission = missionOf({ script, tools, context });
    const step = waiting(await mission.run());
    made.length = 0;
    const again = waiting(await mission.resume({ ...step.checkpoint, pending: [] }, {}));
    expect(again.pending.map(({ id, tool: name }) => [id, name])).toEqual(
      step.pending.map(({ id, tool: name }) => [id, name]),
    );
    expect(made).toEqual([]);
  });
});

describe("a change that affects only later parts", () => {
  async function resumed(more: (given: ReturnType<typeof desk>) => Partial<Scene>) {
    const first = desk();
    const mission = missionOf({ script, tools: first.tools, context });
    const step: WaitingMission = waiting(await mission.run());
    const later = desk();
    const end = await mission.resume(step.checkpoint, approvals(step), {
      tools: later.tools,
      ...more(later),
    });
    return { end, later };
  }

  test.each<readonly [string, (given: ReturnType<typeof desk>) => Partial<Scene>]>([
    ["a time limit of the mission", () => ({ agent: { missionTimeoutMs: 90_000 } })],
    ["the number of requests", () => ({ agent: { maxModelCalls: 50 } })],
    [
      "the retries of a tool",
      ({ tools }) => ({ tools: { ...tools, spare: { ...tools.spare, retries: 2 } } }),
    ],
    ["higher limits", () => ({ agent: { limits: { steps: 5_000_000 } } })],
  ])("continues: %s", async (_what, more) => {
    const { end, later } = await resumed(more);
    expect(returned(end)).toEqual([120, expect.any(Number), 1, 1_000]);
    expect(later.made).toEqual(["refund 120", "spare"]);
  });

  test("warns", async () => {
    const { end } = await resumed(() => ({ agent: { missionTimeoutMs: 90_000 } }));
    expect(end.warnings).toEqual([
      "the agent has changed since the checkpoint; its effects so far are the same",
    ]);
    const { end: same } = await resumed(() => ({}));
    expect(same.warnings).toBeUndefined();
  });
});

test(`messages begin with "${differs.trim()}"`, async () => {
  const error = await refusal({ more: () => ({ agent: { prompt: "Do that." } }) });
  expect(error.message.startsWith(differs)).toBe(true);
});

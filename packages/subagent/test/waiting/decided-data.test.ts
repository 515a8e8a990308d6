// Data that a run and its next pass must see in the same way: arguments that tools and rules
// change, and data of decisions that JSON can't represent.

import { expect, test } from "vitest";
import { answer, approve, tool, type AgentTools, type Decision } from "../../src/index.ts";
import { missionOf, returned, waiting, approvals } from "./waiting-mission.ts";

const script = { Do: ["(return [(tool/look {:at {:x 1}}) (tool/pay {:id 5})])"] };
const signature = "(at {x :int}) -> :any";
const pay = tool({
  description: "Pays.",
  signature: "(id :int) -> :int",
  needsApproval: true,
  execute: ({ id }) => id * 100,
});

const seen = ({ at }: { readonly at: { readonly x: number } }) => at.x;

function change(args: unknown): void {
  const { at } = args as { at: { x: number } };
  at.x = 99;
}

test.each<readonly [string, AgentTools, unknown]>([
  [
    "a tool",
    {
      look: tool({
        description: "Looks.",
        signature,
        execute: (args) => {
          change(args);
          return args.at.x;
        },
      }),
    },
    99,
  ],
  [
    "a tool without a contract, later",
    {
      look: async (args: unknown) => {
        await Promise.resolve();
        change(args);
        return 1;
      },
    },
    1,
  ],
  [
    "a rule",
    {
      look: tool({
        description: "Looks.",
        signature,
        needsApproval: (args) => {
          change(args);
          return false;
        },
        execute: seen,
      }),
    },
    1,
  ],
])("a run resumes if %s changes its arguments", async (_who, tools, result) => {
  const mission = missionOf({ script, tools: { ...tools, pay } });
  const first = waiting(await mission.run());
  const end = await mission.resume(first.checkpoint, approvals(first));
  expect(returned(end)).toEqual([result, 500]);
});

test("an approved call has the arguments that were shown, although the rule changed its own", async () => {
  const look = tool({
    description: "Looks.",
    signature,
    needsApproval: (args) => {
      change(args);
      return true;
    },
    execute: seen,
  });
  const mission = missionOf({ script, tools: { look, pay } });
  const first = waiting(await mission.run());
  expect(first.pending.map((call) => call.arguments)).toEqual([{ at: { x: 1 } }]);
  const second = waiting(await mission.resume(first.checkpoint, approvals(first)));
  const end = await mission.resume(second.checkpoint, approvals(second));
  expect(returned(end)).toEqual([1, 500]);
});

/** Two calls, of which the first gets data of a decision. */
const twoCalls = () =>
  missionOf({
    script: { Do: ["(return (mapv (fn [i] (tool/any {:id i})) [1 2]))"] },
    tools: {
      any: {
        description: "Takes anything.",
        needsApproval: true,
        execute: ({ id }) => Object.prototype.toString.call(id),
      },
    },
  });

class Point {
  readonly x = 1;
  get y(): number {
    return 2;
  }
}

test.each<readonly [string, () => unknown]>([
  ["a class with a getter", () => new Point()],
  ["a generator", () => [1].values()],
  ["a stream", () => new ReadableStream()],
  ["a map", () => new Map([[1, 2]])],
  ["undefined", () => undefined],
])("%s in a decision is the same in each later pass", async (_what, make) => {
  const data: readonly Decision[] = [answer(make()), approve({ arguments: { id: make() } })];
  for (const decision of data) {
    const mission = twoCalls();
    const first = waiting(await mission.run());
    const [call] = first.pending;
    const second = waiting(await mission.resume(first.checkpoint, { [call?.id ?? ""]: decision }));
    const third = await mission.resume(second.checkpoint, approvals(second));
    expect(returned(third)).toHaveLength(2);
  }
});

const cyclic: Record<string, unknown> = {};
cyclic["self"] = cyclic;

test.each<readonly [string, () => Decision, string]>([
  ["a promise", () => answer(Promise.resolve(1)), "expected data, got a promise: await it first"],
  ["an answer that contains itself", () => answer(cyclic), "data is nested more than 512 levels"],
  [
    "an edit that contains itself",
    () => approve({ arguments: cyclic }),
    "the arguments are nested more than 1000 levels deep",
  ],
])("%s is refused before the call, so it can be corrected", async (_what, decide, message) => {
  const mission = twoCalls();
  const first = waiting(await mission.run());
  const id = first.pending[0]?.id ?? "";
  await expect(mission.resume(first.checkpoint, { [id]: decide() })).rejects.toMatchObject({
    name: "CheckpointError",
    problem: "decision",
    message: expect.stringContaining(message) as string,
  });
  const second = await mission.resume(first.checkpoint, { [id]: answer("corrected") });
  expect(second.status).toBe("waiting");
});

import { beforeAll, describe, expect, test } from "vitest";
import {
  approve,
  CheckpointError,
  resume,
  run,
  type Checkpoint,
  type Decisions,
  type Tools,
  type WaitingStep,
} from "../../src/index.ts";
import { canonicalText } from "../../src/waiting/pieces.ts";
import { canonicalJson } from "../../src/waiting/seal.ts";
import { approvals, waiting } from "./waiting-step.ts";

const tools: Tools = { look: () => 1, pay: { needsApproval: true, execute: () => "paid" } };
const source = "(do (tool/look {}) (tool/pay {}))";
let step: WaitingStep;

beforeAll(async () => {
  step = waiting(await run(source, { tools }));
});

async function refused(change: object, decisions: Decisions = approvals(step)): Promise<unknown> {
  const checkpoint = { ...step.checkpoint, ...change } as Checkpoint;
  return await resume(source, checkpoint, { tools, decisions }).catch((error: unknown) => error);
}

describe("a checkpoint as an object", () => {
  test(
    "is refused if its JSON would be too large, however often it contains an object",
    { tags: "full" },
    async () => {
      let repeated: unknown = ["x"];
      for (let level = 0; level < 60; level++) repeated = [repeated, repeated];
      const tooLarge = new CheckpointError(
        "unreadable",
        "the checkpoint is too large: at most 67108864 characters are allowed",
      );
      const long = "x".repeat(1_000_000);
      for (const part of [
        repeated,
        Array.from({ length: 68 }, () => long),
        Array.from({ length: 68 }, () => ({ [long]: 1 })),
        new Array(4_000_000_000),
      ])
        expect(await refused({ context: { json: part } })).toEqual(tooLarge);
    },
  );

  test("lets other work of the host continue while it is read", async () => {
    const times = Array.from({ length: 200_000 }, (_, index) => [`1/${String(index)}`, 0, 0]);
    let turns = 0;
    const timer = setInterval(() => turns++, 0);
    await refused({ times });
    clearInterval(timer);
    expect(turns).toBeGreaterThan(10);
  });

  test("is refused if it can't be read, also later", async () => {
    const error = new Error("not now");
    const fails = (): never => {
      throw error;
    };
    let reads = 0;
    const failsLater = Object.defineProperty({ ...step.checkpoint }, "effects", {
      get: () => (++reads > 1 ? fails() : []),
    });
    for (const given of [
      new Proxy({ ...step.checkpoint }, { get: fails }),
      new Proxy({ ...step.checkpoint }, { ownKeys: fails }),
      failsLater,
      { ...step.checkpoint, pending: [new Proxy({}, { get: fails, ownKeys: fails })] },
    ])
      expect(
        await resume(source, given as Checkpoint, { tools, decisions: approvals(step) }).catch(
          (thrown: unknown) => thrown,
        ),
      ).toBeInstanceOf(CheckpointError);
  });
});

test("decisions that can't be read are refused", async () => {
  const fails = (): never => {
    throw new Error("not now");
  };
  const [id = ""] = Object.keys(approvals(step));
  expect(await refused({}, new Proxy({}, { ownKeys: fails }))).toEqual(
    new CheckpointError("decision", "the decisions can't be read: pass a plain object"),
  );
  const wrong = new CheckpointError(
    "decision",
    `decisions[${JSON.stringify(id)}] must be approve(), deny("…") or answer(…)`,
  );
  expect(await refused({}, { [id]: new Proxy(approve(), { get: fails }) })).toEqual(wrong);
  const getter = Object.defineProperty({}, "type", { get: fails }) as Decisions[string];
  expect(await refused({}, { [id]: getter })).toEqual(wrong);
});

test("canonical JSON in pieces is the same text", async () => {
  let deep: unknown = { b: 1, a: "x" };
  for (let level = 0; level < 12; level++) deep = [{ b: deep, a: [null, level, "é\ud800"] }];
  const rows = Array.from({ length: 3_000 }, (_, index) => ({ name: "x".repeat(99), index }));
  for (const json of [deep, { rows, deep }, [], {}, null, 1])
    expect(await canonicalText(json as never)).toBe(canonicalJson(json as never));
});

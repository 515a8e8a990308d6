// Programs that report their effects to `onCheckpoint`, and are continued after a crash.

import { StoreError } from "@ptc/core/store";
import { nextTask } from "@ptc/core/internal/task";
import { describe, expect, test } from "vitest";
import {
  answer,
  approve,
  checkpointOf,
  createSession,
  deny,
  prepare,
  resume,
  run,
  suspend,
  type Checkpoint,
  type CheckpointEntry,
  type CheckpointStore,
  type Decision,
  type LispStep,
  type ResumeOptions,
  type RunCheckpointOptions,
  type Tools,
  type WaitingStep,
} from "../../src/index.ts";
import { testPools } from "../node/pools.ts";
import { isFull } from "../sampled.ts";
import { approvals, loopOf, waiting } from "./waiting-step.ts";

const { poolOf } = testPools();
const key = { checkpointKey: "a secret of sixteen bytes" };

const program = `
  (def seen (mapv (fn [i] (tool/look {:id i})) [1 2]))
  [seen (rand-int 1000) (System/currentTimeMillis)
   (pmap (fn [i] (+ (tool/look {:id i}) (tool/pay {:id i}))) [3 4])
   (task "t" (tool/pay {:id 5}))]`;

/** Tools that note their calls. `pay` answers later. */
function world() {
  const made: string[] = [];
  const tools = {
    look: ({ id }, { callId }) => {
      made.push(callId);
      return id;
    },
    pay: async ({ id }, { callId }) => {
      await nextTask();
      made.push(callId);
      return Number(id) * 10;
    },
  } satisfies Tools;
  return { made, tools };
}

const clock = { now: () => 5, monotonic: () => 5 };
const options = { clock, journal: {}, random: () => 0.42, runId: "r" };

/** Returns a store, and the entries that it has as JSON. */
function storing() {
  const entries: CheckpointEntry[] = [];
  const onCheckpoint = (entry: CheckpointEntry): void => {
    entries.push(JSON.parse(JSON.stringify(entry)) as CheckpointEntry);
  };
  return { entries, onCheckpoint };
}

const decided = (
  { pending }: Pick<WaitingStep, "pending">,
  decision: Decision = approve(),
): Record<string, Decision> => Object.fromEntries(pending.map(({ id }) => [id, decision]));

function returned(step: LispStep): unknown {
  if (!step.ok) throw new Error(step.fail.message);
  return step.return;
}

const answeredIn = (entries: readonly CheckpointEntry[]): readonly string[] =>
  entries.flatMap((entry) =>
    entry.type === "effect" && entry.effect.type === "tool" ? [`r/${entry.effect.at}`] : [],
  );

type Passes = (
  tools: Tools,
  keys: RunCheckpointOptions,
) => {
  readonly begin: () => Promise<LispStep>;
  readonly resume: (checkpoint: Checkpoint, given: ResumeOptions) => Promise<LispStep>;
};

const passes: readonly (readonly [string, Passes])[] = [
  [
    "closures",
    (tools, keys) => ({
      begin: () => run(program, { tools, ...options, ...keys, generate: "never" }),
      resume: (checkpoint, given) =>
        resume(program, checkpoint, { tools, clock, ...keys, ...given, generate: "never" }),
    }),
  ],
  [
    "generated code",
    (tools, keys) => ({
      begin: () => run(program, { tools, ...options, ...keys, generate: { calls: 0, turns: 0 } }),
      resume: (checkpoint, given) =>
        resume(program, checkpoint, { tools, clock, ...keys, ...given }),
    }),
  ],
  [
    "a prepared program",
    (tools, keys) => {
      const made = prepare(program, { tools }).then((prepared) => {
        if (!prepared.ok) throw new Error("it should be prepared");
        return prepared.program;
      });
      return {
        begin: async () => await (await made).run({ ...options, ...keys }),
        resume: async (checkpoint, given) =>
          await (await made).resume(checkpoint, { clock, ...keys, ...given }),
      };
    },
  ],
  [
    "a session",
    (tools, keys) => {
      const session = createSession({ tools, clock, ...keys });
      const { journal, random, runId } = options;
      return {
        begin: () => session.run(program, { journal, random, runId, lastValue: "return" }),
        resume: (checkpoint, given) =>
          session.resume(program, checkpoint, { ...given, lastValue: "return" }),
      };
    },
  ],
  [
    "a pool",
    (tools, keys) => {
      const pool = poolOf({ size: 1 });
      const { journal, random, runId } = options;
      return {
        begin: () => pool.run(program, { tools, journal, random, runId, ...keys }),
        resume: (checkpoint, { decisions = {} }) =>
          pool.resume(program, checkpoint, { tools, ...keys, decisions }),
      };
    },
  ],
];

describe.each(passes)("in %s", (place, passesOf) => {
  test.each([{}, key])("a run continues after any of its entries %o", async (keys) => {
    const { entries, onCheckpoint } = storing();
    const step = await passesOf(world().tools, { ...keys, onCheckpoint }).begin();
    const parts = returned(step) as readonly unknown[];
    expect(entries.map(({ number }) => number)).toEqual(entries.map((_, index) => index));
    expect(entries.at(-1)).toMatchObject({ type: "end", ok: true });
    // A process takes longer, so it continues after some of the entries.
    const every = place !== "a pool" ? 1 : isFull ? 5 : 12;
    for (let count = 1; count < entries.length; count += every) {
      const stored = entries.slice(0, count);
      const checkpoint = await checkpointOf(stored, keys);
      const again = world();
      const ended = await passesOf(again.tools, keys).resume(checkpoint, {
        decisions: decided(checkpoint),
      });
      expect(returned(ended)).toEqual(
        // The process of a pool has its own clock, which may not have been read.
        place === "a pool" ? parts.with(2, (returned(ended) as readonly unknown[])[2]) : parts,
      );
      expect(answeredIn(stored).filter((id) => again.made.includes(id))).toEqual([]);
      expect(new Set(again.made).size).toBe(again.made.length);
      expect(ended.usage.toolCalls).toBe(7);
    }
  });
});

/** Runs a program that is killed after the first `count` entries. */
async function killed(
  source: string,
  given: Parameters<typeof run>[1] & RunCheckpointOptions,
  count: (entries: readonly CheckpointEntry[]) => number,
): Promise<Checkpoint> {
  const { entries, onCheckpoint } = storing();
  await run(source, { ...options, ...given, onCheckpoint });
  return await checkpointOf(entries.slice(0, count(entries)), given);
}

const afterBegin = (entries: readonly CheckpointEntry[]): number =>
  entries.findIndex(({ type }) => type === "begins") + 1;

describe("a call that had begun", () => {
  const source = "[(tool/pay {:id 7}) (tool/pay {:id 8})]";

  test("is uncertain, with its idempotency key, and isn't made without a decision", async () => {
    const checkpoint = await killed(source, { tools: world().tools }, afterBegin);
    expect(checkpoint.pending).toMatchObject([
      { id: "r/1/0", tool: "pay", arguments: { id: 7 }, reason: "uncertain", uncertain: true },
    ]);
    const { made, tools } = world();
    const still = waiting(await resume(source, checkpoint, { tools, clock }));
    expect(made).toEqual([]);
    expect(still.pending).toMatchObject([{ id: "r/1/0", uncertain: true }]);
    const step = await resume(source, still.checkpoint, {
      tools,
      clock,
      decisions: decided(still, answer(17)),
    });
    expect(returned(step)).toEqual([17, 80]);
    expect(made).toEqual(["r/1/1"]);
    expect(step.toolCalls.map(({ decision }) => decision)).toEqual([
      { decision: "answered" },
      undefined,
    ]);
  });

  test("can be denied, which the program can catch, and can't be edited", async () => {
    const caught = "(try (tool/pay {:id 7}) (catch Exception e (ex-message e)))";
    const { tools } = world();
    const checkpoint = await killed(caught, { tools }, afterBegin);
    const decide = (decision: Decision) =>
      resume(caught, checkpoint, { tools, clock, decisions: decided(checkpoint, decision) });
    expect(returned(await decide(deny("it has failed")))).toBe(
      "the call was denied: it has failed",
    );
    await expect(decide(approve({ arguments: { id: 2 } }))).rejects.toThrow(
      "a call that may have run can't be edited: approve or answer it",
    );
  });

  test("is refused with other arguments, before the program makes new calls", async () => {
    const { tools } = world();
    const checkpoint = await killed(
      "(pmap (fn [i] (tool/pay {:id i})) [1 2])",
      { tools },
      afterBegin,
    );
    const { made, tools: again } = world();
    const changed = "(pmap (fn [i] (tool/pay {:id (+ i 5)})) [1 2])";
    await expect(
      resume(changed, checkpoint, { tools: again, clock, decisions: decided(checkpoint) }),
    ).rejects.toMatchObject({ problem: "changed" });
    expect(made).toEqual([]);
  });

  test("keeps its hidden arguments, encrypted", async () => {
    const hidden = "(tool/pay {:token (:_token (tool/user {}))})";
    const tools: Tools = {
      user: () => ({ _token: "t-4711-x" }),
      pay: ({ token }) => `paid with ${String(token)}`,
    };
    const keys = { ...key, encryptionKey: "another secret of yours" };
    const checkpoint = await killed(hidden, { tools, ...keys }, (entries) => entries.length - 2);
    expect(JSON.stringify(checkpoint)).not.toContain("4711");
    expect(checkpoint.pending[0]?.arguments).toEqual({ token: "<Firewalled>" });
    const decisions = decided(checkpoint);
    const step = await resume(hidden, checkpoint, { tools, clock, ...keys, decisions });
    expect(returned(step)).toBe("paid with t-4711-x");
  });
});

describe("an edited call", () => {
  const source = "(tool/pay {:id 7})";
  const paid: unknown[] = [];
  const tools: Tools = {
    pay: {
      needsApproval: true,
      execute: async ({ id }) => {
        await nextTask();
        paid.push(id);
        return id;
      },
    },
  };

  /** Edits the call in a resumed run that is killed after some of its entries. */
  async function killedAfter(type: CheckpointEntry["type"]) {
    const before = storing();
    const first = waiting(
      await run(source, { tools, ...options, onCheckpoint: before.onCheckpoint }),
    );
    const { entries, onCheckpoint } = storing();
    await resume(source, first.checkpoint, {
      tools,
      clock,
      onCheckpoint,
      decisions: decided(first, approve({ arguments: { id: 2 } })),
    });
    const last = entries.findIndex((entry) => entry.type === type);
    paid.length = 0;
    return await checkpointOf(entries.slice(0, last + 1), { after: first.checkpoint });
  }

  test("that had begun is shown and repeated with its edit", async () => {
    const checkpoint = await killedAfter("begins");
    expect(checkpoint.pending).toMatchObject([{ arguments: { id: 2 }, uncertain: true }]);
    const decisions = decided(checkpoint);
    const step = await resume(source, checkpoint, { tools, clock, decisions });
    expect(returned(step)).toBe(2);
    expect(paid).toEqual([2]);
    expect(step.toolCalls).toMatchObject([
      { args: { id: 7 }, decision: { decision: "edited", arguments: { id: 2 } } },
    ]);
  });

  test("that had not begun is made with its edit, without another question", async () => {
    const checkpoint = await killedAfter("effect");
    expect(checkpoint.pending).toEqual([]);
    expect(returned(await resume(source, checkpoint, { tools, clock }))).toBe(2);
    expect(paid).toEqual([2]);
  });

  test("whose tool suspends itself continues with its edit", async () => {
    let isReady = false;
    const later: Tools = {
      pay: {
        needsApproval: true,
        suspends: true,
        execute: ({ id }) => {
          if (!isReady) throw suspend({ reason: "waits for the bank" });
          return id;
        },
      },
    };
    const first = waiting(await run(source, { tools: later }));
    const decisions = decided(first, approve({ arguments: { id: 3 } }));
    const second = waiting(await resume(source, first.checkpoint, { tools: later, decisions }));
    expect(second.pending).toMatchObject([{ arguments: { id: 3 }, reason: "waits for the bank" }]);
    isReady = true;
    const step = await resume(source, second.checkpoint, {
      tools: later,
      decisions: approvals(second),
    });
    expect(returned(step)).toBe(3);
  });
});

describe("an entry that can't be stored", () => {
  test.each([
    [new Error("no space"), "checkpoint_failed", "an entry of the checkpoint can't be stored"],
    [new StoreError("full", "no space"), "store_failed", "the state of the run can't be stored"],
  ])("ends the run before the next effect begins: %s", async (error, reason, message) => {
    const { made, tools } = world();
    let count = 0;
    const step = await run("(def x (tool/look {:id 1})) (tool/look {:id 2})", {
      tools,
      memory: { x: 0 },
      onCheckpoint: async ({ type }) => {
        await nextTask();
        if (type === "begins" && ++count === 2) throw error;
      },
    });
    expect(step).toMatchObject({
      ok: false,
      fail: { reason, message: `${message}, so the run was ended: no space` },
    });
    expect(made).toHaveLength(1);
    expect(step.memory.toJSON()).toEqual((await run("1", { memory: { x: 0 } })).memory.toJSON());
  });

  test("fails a run that has reached its end, and one that waits", async () => {
    const tools: Tools = { pay: { needsApproval: true, execute: () => 1 } };
    const failing =
      (at: string): CheckpointStore =>
      ({ type }) => {
        if (type === at) throw new Error("no space");
      };
    for (const [source, at] of [
      ["1", "end"],
      ["(tool/pay {})", "waits"],
    ] as const) {
      const step = await run(source, { tools, onCheckpoint: failing(at) });
      expect(step).toMatchObject({ ok: false, fail: { reason: "checkpoint_failed" } });
      expect(step).not.toHaveProperty("return");
    }
  });
});

test("a result that can't be stored is reported when the run continues after it", async () => {
  const source = "(do (tool/odd {}) (tool/look {}))";
  const tools: Tools = { odd: () => loopOf(), look: () => 1 };
  const { entries, onCheckpoint } = storing();
  const step = await run(source, { tools, ...options, onCheckpoint });
  expect(returned(step)).toBe(1);
  const checkpoint = await checkpointOf(entries.slice(0, -1));
  await expect(resume(source, checkpoint, { tools, clock })).rejects.toMatchObject({
    problem: "unreadable",
    message: expect.stringContaining("tool/odd at 1/0: its result couldn't be stored") as string,
  });
});

test("changes of the journal wait until the entries before them are stored", async () => {
  const order: string[] = [];
  const { tools } = world();
  const step = await run('(task "t" (tool/look {:id 1}))', {
    tools,
    journal: {},
    onJournal: () => {
      order.push("journal");
    },
    onCheckpoint: async ({ type }) => {
      await nextTask();
      order.push(type);
    },
  });
  expect(step.ok).toBe(true);
  expect(order).toEqual(["start", "begins", "effect", "journal", "effect", "end"]);
});

describe("entries and options", () => {
  const start = async () => {
    const { entries, onCheckpoint } = storing();
    await run("(tool/look {:id 1})", { tools: world().tools, ...options, onCheckpoint });
    return entries;
  };

  test.each<[string, (entries: CheckpointEntry[]) => readonly unknown[], string]>([
    ["a missing one", (all) => all.toSpliced(1, 1), "the entries are damaged: entry 1 is missing"],
    ["a run that has ended", (all) => all, "the run has ended: its step has the result"],
    [
      "those of a mission",
      ([first]) => [{ ...first, run: { ...(first as { run: object }).run, kind: "mission" } }],
      "these are the entries of a mission: use `checkpointOf` of @ptc/subagent",
    ],
  ])("refuses %s", async (_, change, message) => {
    const entries = change(await start()) as CheckpointEntry[];
    await expect(checkpointOf(entries)).rejects.toThrow(message);
  });

  test("refuses a store that isn't a function, everywhere", async () => {
    const wrong = { onCheckpoint: 1 as never };
    const prepared = await prepare("1");
    if (!prepared.ok) throw new Error("it should be prepared");
    const refused = [
      () => run("1", wrong),
      () => prepared.program.run(wrong),
      () => createSession(wrong).run("1"),
      () => poolOf({ size: 1 }).run("1", wrong),
    ];
    for (const begin of refused)
      await expect(begin()).rejects.toThrow(
        "option `onCheckpoint`: expected a function of an entry",
      );
  });

  test("a run that waited before without a store reports all its effects", async () => {
    const tools: Tools = {
      look: () => 1,
      pay: { needsApproval: true, execute: () => 2 },
    };
    const source = "[(tool/look {}) (tool/pay {}) (tool/look {})]";
    const first = waiting(await run(source, { tools, ...options }));
    const { entries, onCheckpoint } = storing();
    const decisions = approvals(first);
    await resume(source, first.checkpoint, { tools, clock, decisions, onCheckpoint });
    const checkpoint = await checkpointOf(entries.slice(0, -1));
    expect(checkpoint.effects).toHaveLength(3);
    const step = await resume(source, checkpoint, {
      tools: { look: () => 7, pay: { needsApproval: true, execute: () => 7 } },
      clock,
    });
    expect(returned(step)).toEqual([1, 2, 1]);
  });
});

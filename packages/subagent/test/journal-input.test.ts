// Invalid journals: values that JSON can't represent, damaged entries or entries of a newer
// release, odd ids, hanging stores. Each causes a typed error or a documented result, and the
// journal stays unchanged.
import { OptionError } from "@ptc/core/errors";
import { run as runProgram } from "@ptc/lisp";
import { describe, expect, test, vi } from "vitest";
import {
  journalEntry,
  readJournal,
  run,
  type AgentOptions,
  type MissionOptions,
} from "../src/index.ts";
import { ManualClock, play, settled } from "./missions.ts";

const mission = (
  program: string,
  journal: unknown,
  options: MissionOptions & Pick<AgentOptions, "tools" | "missionTimeoutMs"> = {},
) =>
  run("Do it.", {
    llm: () => program,
    journal: journal as Readonly<Record<string, unknown>>,
    ...options,
  });

class Row {
  readonly order_42 = 1;
}

describe("an invalid journal", () => {
  test.each([
    ["null", null, "expected results of tasks by id, got null"],
    ["a list", [], "expected results of tasks by id, got a list"],
    ["a text", "{}", 'expected results of tasks by id, got "{}"'],
    [
      "a Map, whose entries would be lost",
      new Map([["order_42", 1]]),
      "expected results of tasks by id in a plain object, got an object of the class Map: pass Object.fromEntries(journal)",
    ],
    ["a date", new Date(0), "in a plain object, got an object of the class Date"],
    ["an instance of a class", new Row(), "in a plain object, got an object of the class Row"],
    [
      "an object with inherited fields",
      Object.create({ order_42: 1 }),
      "expected results of tasks by id in a plain",
    ],
  ])("refuses a journal that is %s", async (_, journal, message) => {
    const refused = mission('(return (task "order_42" 1))', journal);
    await expect(refused).rejects.toThrow(OptionError);
    await expect(refused).rejects.toThrow(message);
  });

  test("`readJournal` and programs without an agent refuse an invalid journal too", async () => {
    const map = new Map([["order_42", 1]]) as unknown as Readonly<Record<string, unknown>>;
    expect(() => readJournal(map)).toThrow("pass Object.fromEntries(journal)");
    await expect(runProgram("1", { journal: map })).rejects.toThrow(
      "option `journal`: expected an object of task results by id, got a Map: pass Object.fromEntries(journal)",
    );
  });

  test("a journal may be an object without a prototype", async () => {
    const journal = Object.assign(Object.create(null) as object, { order_42: 7 });
    expect(await mission('(return (task "order_42" 1))', journal)).toMatchObject({ return: 7 });
  });
});

describe("an entry that cannot be stored unchanged", () => {
  const promise = Promise.resolve(1);

  test.each([
    ["undefined", undefined, "undefined is not a result: omit the entry, or use null"],
    ["a function", () => 1, "a function cannot be stored"],
    ["a symbol", Symbol("x"), "a symbol cannot be stored"],
    ["a promise", promise, "a promise cannot be stored: await it"],
    ["a promise inside", { rows: [promise] }, "a promise cannot be stored: await it"],
    ["a promise in a Map", new Map([["a", promise]]), "a promise cannot be stored: await it"],
    ["an invalid date", { at: new Date(NaN) }, "an invalid date cannot be stored"],
    ["a pattern", /x/, "an object of the class RegExp has no fields to store"],
    ["a WeakMap", [new WeakMap()], "an object of the class WeakMap has no fields"],
    ["deep data", nested(5_000), "data is nested more than 512 levels deep"],
  ])("refuses an entry that is %s", async (_, value, message) => {
    const refused = mission('(return (task "order_42" 1))', { order_42: value });
    await expect(refused).rejects.toThrow(OptionError);
    await expect(refused).rejects.toThrow(`option \`journal["order_42"]\`: ${message}`);
    expect(() => journalEntry("order_42", value)).toThrow(message);
  });

  test.each([
    ["an instance of a class", new Row(), { order_42: 1 }],
    ["an error", new Error("no stock"), "no stock"],
    ["bytes", new Uint8Array([1, 2]), [1, 2]],
    ["infinity", Infinity, Infinity],
    ["shared parts", sharing(), [{ a: 1 }, { a: 1 }]],
  ])("accepts an entry that is %s", async (_, value, answer) => {
    const step = await mission('(return (task "order_42" 1))', { order_42: value });
    expect(step).toMatchObject({ ok: true, return: answer });
  });

  test("a program without an agent gets an error for such an entry instead of rerunning the task", async () => {
    for (const value of [undefined, new Map(), 10n, () => 1]) {
      const step = await runProgram('(task "order_42" 1)', { journal: { order_42: value } });
      expect(step).toMatchObject({ ok: false, fail: { reason: "eval_error" } });
      expect(!step.ok && step.fail.message).toContain(
        'the journal\'s entry "order_42" cannot be read: expected JSON, got ',
      );
      expect(step.journal).toEqual({ order_42: value });
    }
  });
});

describe("an entry that is damaged or from a newer release", () => {
  test.each([
    ["an unknown tag", { $matrix: [1] }, 'unknown tag "$matrix"'],
    ["a set without members", { $set: "1" }, "malformed $set"],
    ["half a pair", { $map: [["a"]] }, "$map[0]: expected a pair [key, value]"],
    ["a date cut short", { $instant: "2026-01-" }, ""],
    ["an invalid mark", { $unkept: 5 }, 'unknown tag "$unkept"'],
  ])("is refused before any task runs, with its id and a fix: %s", async (_, entry, why) => {
    let calls = 0;
    const refused = mission(
      '(return (task "order_42" (tool/pay)))',
      { other_1: 1, order_42: entry },
      { tools: { pay: () => ++calls } },
    );
    await expect(refused).rejects.toThrow(OptionError);
    await expect(refused).rejects.toThrow('option `journal["order_42"]`: ');
    await expect(refused).rejects.toThrow(why);
    await expect(refused).rejects.toThrow(
      'Write your own data with journalEntry("order_42", value) from @ptc/subagent, or encodeValue(fromHost(value)) from @ptc/core. If a task stored this entry, it is damaged or from a newer release',
    );
    expect(calls).toBe(0);
  });

  test("fails the task that reads it, without its body, if the journal was too large to check", async () => {
    let calls = 0;
    // More values than the check of a journal reads.
    const rows = Array.from({ length: 1_000_000 }, () => 0);
    const journal = { rows_all: rows, order_42: { $matrix: [1] }, other_1: 1 };
    const step = await play(['(task "order_42" (tool/pay))', '(return (task "other_1" nil))'], {
      tools: { pay: () => ++calls },
      journal,
    });
    expect(step.sent[1]).toContain(
      `task: the journal's entry "order_42" cannot be read: unknown tag "$matrix"`,
    );
    expect(step.sent[1]).toContain(
      "its effects happened, but its result is unreadable; (task-reset id) makes the next task run again",
    );
    expect(step.step).toMatchObject({ ok: true, return: 1 });
    expect(calls).toBe(0);
  });
});

describe("ids of tasks", () => {
  test("ids are texts, so a keyword, a number and their text are one id", async () => {
    const step = await mission(
      '(return [(task :a 1) (task "a" 2) (task 1 3) (task "1" 4) (task 1.0 5)])',
      {},
    );
    expect(step).toMatchObject({ ok: true, return: [1, 1, 3, 3, 3] });
    expect(step.journal).toEqual({ a: 1, 1: 3 });
  });

  test.each(["__proto__", "constructor", "toString", "hasOwnProperty"])(
    "accepts the id %s in the journal, in reports and in changes",
    async (id) => {
      const changes: unknown[] = [];
      const { step, sent } = await play(
        [`(do (task "${id}" [1]) (step-done "${id}" "x") 1)`, `(return (task "${id}" 2))`],
        {
          journal: {},
          plan: [[id, "Do it"]],
          completion: "explicit",
          onJournal: (change) => changes.push(change),
        },
      );
      expect(step).toMatchObject({ ok: true, return: [1] });
      expect(Object.entries(step.journal ?? {})).toEqual([[id, [1]]]);
      expect(Object.entries(step.summaries)).toEqual([[id, "x"]]);
      expect(changes).toEqual([{ id, entry: [1] }]);
      // Text that follows a name with an underscore is firewalled.
      const shown = id.startsWith("_") ? "<Firewalled> it" : "Do it";
      expect(sent[1]).toContain(`- [x] ${id}: ${shown} — x`);
    },
  );

  test.each([
    ['(task "" 1)', "task: expected an id, got an empty string", '(task "fetch-users" …)'],
    ["(task-reset nil)", "task-reset: expected an id, got nil", '(task-reset "fetch-users")'],
    [
      '(step-done [1] "x")',
      "step-done: expected an id, got vector",
      '(step-done "fetch-users" "a summary")',
    ],
  ])("refuses %s and shows how to write it", async (program, message, hint) => {
    const step = await mission(program, { kept: 1 }, {});
    const fail = step.turns[0]?.fail;
    expect(fail).toMatchObject({ message, details: { kind: "type_error", hint: `write ${hint}` } });
    expect(step.journal).toEqual({ kept: 1 });
  });

  test("refuses empty ids in a journal", async () => {
    await expect(mission("(return 1)", { "": 1 })).rejects.toThrow(
      "option `journal`: the id of a task must be a nonempty string",
    );
  });
});

describe("an unusual journal store", () => {
  const paying = () => {
    const paid: number[] = [];
    return { paid, tools: { pay: () => paid.push(1) } };
  };

  test("awaits a thenable whose `then` returns nothing once", async () => {
    const { paid, tools } = paying();
    const program = '(return [(task "pay_1" (tool/pay)) (task "pay_1" (tool/pay))])';
    const { step } = await play([program], {
      tools,
      journal: {},
      onJournal: () => ({
        then(resolve: () => void) {
          setImmediate(resolve);
          setImmediate(resolve);
        },
      }),
    });
    expect(step).toMatchObject({ ok: true, return: [1, 1], journal: { pay_1: 1 } });
    expect(paid).toHaveLength(1);
  });

  test.each([
    [
      "throws in `then`",
      () => ({
        then() {
          throw new Error("disk full");
        },
      }),
    ],
    [
      "throws in a getter",
      () => ({
        get then() {
          throw new Error("disk full");
        },
      }),
    ],
  ])("a store that %s ends the mission with the journal unchanged", async (_, onJournal) => {
    const { tools } = paying();
    const { step } = await play(['(task "pay_1" (tool/pay))'], {
      tools,
      journal: { kept: 1 },
      onJournal,
    });
    expect(step).toMatchObject({ ok: false, fail: { reason: "journal_failed" } });
    expect(step.journal).toEqual({ kept: 1 });
  });

  test("a hanging store ends with the mission's timeout, and its late result is ignored", async () => {
    for (const later of ["answers", "rejects", "never"] as const) {
      const clock = new ManualClock();
      let settle: (() => void) | undefined;
      const running = mission(
        '(return (task "pay_1" 1))',
        { kept: 1 },
        {
          clock,
          missionTimeoutMs: 1_000,
          onJournal: () =>
            new Promise<void>((resolve, reject) => {
              settle = () => {
                if (later === "answers") resolve();
                else if (later === "rejects") reject(new Error("too late"));
              };
            }),
        },
      );
      await vi.waitFor(() => {
        expect(settle).toBeDefined();
      });
      await clock.pass(1_000);
      const step = await running;
      expect(step).toMatchObject({ ok: false, fail: { reason: "mission_timeout" } });
      settle?.();
      await settled();
      expect(step.journal).toEqual({ kept: 1 });
    }
  });
});

function nested(depth: number): unknown {
  let data: unknown = 1;
  for (let level = 0; level < depth; level++) data = [data];
  return data;
}

function sharing(): unknown {
  const part = new Map([["a", 1]]);
  return [part, part];
}

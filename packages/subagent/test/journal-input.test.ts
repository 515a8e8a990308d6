// What a journal may be handed that is none: values that JSON does not know, entries that are
// damaged or of a newer release, odd ids, stores that hang. Each is a typed error or what it says,
// and the journal stays as it was.
import { OptionError } from "@ptc/core/errors";
import { run as runProgram } from "@ptc/lisp";
import { describe, expect, test, vi } from "vitest";
import { journalEntry, readJournal, run, type MissionOptions } from "../src/index.ts";
import { ManualClock, play, settled } from "./missions.ts";

const mission = (
  program: string,
  journal: unknown,
  options: MissionOptions & { readonly missionTimeoutMs?: number } = {},
) =>
  run("Do it.", {
    llm: () => program,
    journal: journal as Readonly<Record<string, unknown>>,
    ...options,
  });

class Row {
  readonly order_42 = 1;
}

describe("a journal that is none", () => {
  test.each([
    ["null", null, "expected results of tasks by id, got null"],
    ["a list", [], "expected results of tasks by id, got a list"],
    ["a text", "{}", 'expected results of tasks by id, got "{}"'],
    [
      "a Map, of which nothing would be read",
      new Map([["order_42", 1]]),
      "expected results of tasks by id in a plain object, got an object of the class Map: pass Object.fromEntries(journal)",
    ],
    ["a date", new Date(0), "in a plain object, got an object of the class Date"],
    ["a row of a class", new Row(), "in a plain object, got an object of the class Row"],
    ["what inherits", Object.create({ order_42: 1 }), "expected results of tasks by id in a plain"],
  ])("is refused: %s", async (_, journal, message) => {
    const refused = mission('(return (task "order_42" 1))', journal);
    await expect(refused).rejects.toThrow(OptionError);
    await expect(refused).rejects.toThrow(message);
  });

  test("is refused by `readJournal` and by programs alone too", async () => {
    const map = new Map([["order_42", 1]]) as unknown as Readonly<Record<string, unknown>>;
    expect(() => readJournal(map)).toThrow("pass Object.fromEntries(journal)");
    await expect(runProgram("1", { journal: map })).rejects.toThrow(
      "option `journal`: expected an object of task results by id, got a Map: pass Object.fromEntries(journal)",
    );
  });

  test("may be an object without a prototype", async () => {
    const journal = Object.assign(Object.create(null) as object, { order_42: 7 });
    expect(await mission('(return (task "order_42" 1))', journal)).toMatchObject({ return: 7 });
  });
});

describe("an entry that cannot be kept as it is", () => {
  const promise = Promise.resolve(1);

  test.each([
    ["undefined", undefined, "undefined is no result: leave the entry out, or write null"],
    ["a function", () => 1, "a function cannot be kept"],
    ["a symbol", Symbol("x"), "a symbol cannot be kept"],
    ["a promise", promise, "a promise cannot be kept: await it"],
    ["a promise inside", { rows: [promise] }, "a promise cannot be kept: await it"],
    ["a promise in a Map", new Map([["a", promise]]), "a promise cannot be kept: await it"],
    ["no date", { at: new Date(NaN) }, "a date that is not valid cannot be kept"],
    ["a pattern", /x/, "an object of the class RegExp has no fields that could be kept"],
    ["a WeakMap", [new WeakMap()], "an object of the class WeakMap has no fields"],
    ["deep data", nested(5_000), "data is nested more than 512 levels deep"],
  ])("is refused: %s", async (_, value, message) => {
    const refused = mission('(return (task "order_42" 1))', { order_42: value });
    await expect(refused).rejects.toThrow(OptionError);
    await expect(refused).rejects.toThrow(`option \`journal["order_42"]\`: ${message}`);
    expect(() => journalEntry("order_42", value)).toThrow(message);
  });

  test.each([
    ["an object of a class", new Row(), { order_42: 1 }],
    ["an error", new Error("no stock"), "no stock"],
    ["bytes", new Uint8Array([1, 2]), [1, 2]],
    ["infinity", Infinity, Infinity],
    ["shared parts", sharing(), [{ a: 1 }, { a: 1 }]],
  ])("is not: %s", async (_, value, answer) => {
    const step = await mission('(return (task "order_42" 1))', { order_42: value });
    expect(step).toMatchObject({ ok: true, return: answer });
  });

  test("given to a program alone is told to the program, and not run over", async () => {
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

describe("an entry that is damaged, or of a newer release", () => {
  test.each([
    ["an unknown tag", { $matrix: [1] }, 'unknown tag "$matrix"'],
    ["a set without members", { $set: "1" }, "malformed $set"],
    ["half a pair", { $map: [["a"]] }, "$map[0]: expected a pair [key, value]"],
    ["a date cut short", { $instant: "2026-01-" }, ""],
    ["a mark that is none", { $unkept: 5 }, 'unknown tag "$unkept"'],
  ])(
    "is an error of the task that reads it, whose body does not run: %s",
    async (_, entry, why) => {
      let calls = 0;
      const journal = { order_42: entry, other_1: 1 };
      const step = await play(['(task "order_42" (tool/pay))', '(return (task "other_1" nil))'], {
        tools: { pay: () => ++calls },
        journal,
      });
      expect(step.told[1]).toContain(`task: the journal's entry "order_42" cannot be read: ${why}`);
      expect(step.told[1]).toContain(
        "what it did is done, though nobody knows what it answered; (task-reset id) makes the next task run again",
      );
      expect(step.step).toMatchObject({ ok: true, return: 1, journal });
      expect(calls).toBe(0);
    },
  );
});

describe("ids", () => {
  test("are texts: a keyword, a number and their text are one id", async () => {
    const step = await mission(
      '(return [(task :a 1) (task "a" 2) (task 1 3) (task "1" 4) (task 1.0 5)])',
      {},
    );
    expect(step).toMatchObject({ ok: true, return: [1, 1, 3, 3, 3] });
    expect(step.journal).toEqual({ a: 1, 1: 3 });
  });

  test.each(["__proto__", "constructor", "toString", "hasOwnProperty"])(
    "may be %s, in the journal, in reports and in changes",
    async (id) => {
      const changes: unknown[] = [];
      const { step, told } = await play(
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
      // What follows a name with an underscore in a text is firewalled.
      const shown = id.startsWith("_") ? "<Firewalled> it" : "Do it";
      expect(told[1]).toContain(`- [x] ${id}: ${shown} — x`);
    },
  );

  test.each([
    ['(task "" 1)', "task: expected an id, got an empty string", '(task "fetch-users" …)'],
    ["(task-reset nil)", "task-reset: expected an id, got nil", '(task-reset "fetch-users")'],
    [
      '(step-done [1] "x")',
      "step-done: expected an id, got vector",
      '(step-done "fetch-users" "what came of it")',
    ],
  ])("%s is refused with how to write it", async (program, message, hint) => {
    const step = await mission(program, { kept: 1 }, {});
    const fail = step.turns[0]?.fail;
    expect(fail).toMatchObject({ message, details: { kind: "type_error", hint: `write ${hint}` } });
    expect(step.journal).toEqual({ kept: 1 });
  });

  test("of a journal are not empty", async () => {
    await expect(mission("(return 1)", { "": 1 })).rejects.toThrow(
      "option `journal`: the id of a task is a text that is not empty",
    );
  });
});

describe("a store that is odd", () => {
  const paying = () => {
    const paid: number[] = [];
    return { paid, tools: { pay: () => paid.push(1) } };
  };

  test("that answers a thenable whose `then` answers nothing is waited for once", async () => {
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
  ])("that %s ends the mission, with the journal as it was", async (_, onJournal) => {
    const { tools } = paying();
    const { step } = await play(['(task "pay_1" (tool/pay))'], {
      tools,
      journal: { kept: 1 },
      onJournal,
    });
    expect(step).toMatchObject({ ok: false, fail: { reason: "journal_failed" } });
    expect(step.journal).toEqual({ kept: 1 });
  });

  test("that hangs ends with the timeout of the mission, and what it answers later is no matter", async () => {
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

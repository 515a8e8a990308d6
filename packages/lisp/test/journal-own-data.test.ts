// Data of the application in the journal of a run. In the stored form, an object with a name that
// begins with `$` is a tagged value, so other data with such names is refused before the program
// starts, with the fix.
import { encodeValue } from "@ptc/core/encoding";
import { OptionError } from "@ptc/core/errors";
import { JournalEntries } from "@ptc/core/internal/journal";
import { fromHost } from "@ptc/core/values";
import { describe, expect, test } from "vitest";
import { createSession, prepare, run } from "../src/index.ts";

type Fields = Readonly<Record<string, unknown>>;

const parsed = (text: string): unknown => JSON.parse(text);

function nested(levels: number, inside: unknown): unknown {
  let json = inside;
  for (let level = 0; level < levels; level++) json = level % 2 === 0 ? [json] : { a: json };
  return json;
}

/** JSON of applications whose names begin with `$`, and the problem with it as a stored value. */
const ownData: readonly [string, unknown, string][] = [
  ["`$` alone", { $: 1 }, 'unknown tag "$"'],
  ["a reference", { $ref: "#/x" }, 'unknown tag "$ref"'],
  ["a name among others", { id: 1, $type: "Order" }, 'unknown tag "$type"'],
  ["an operator in a filter", { where: { age: { $gt: 5 } } }, 'where.age: unknown tag "$gt"'],
  ["an element of a list", [{ a: 1 }, { $oid: "5f" }], '[1]: unknown tag "$oid"'],
  ["lists in lists", [[[{ $x: [] }]]], '[0][0][0]: unknown tag "$x"'],
  ["many levels", nested(60, { $x: 1 }), 'unknown tag "$x"'],
  ["an update of a document", { $set: { name: "x" } }, "malformed $set"],
  ["a tag beside a tag", { $set: [1], $map: [] }, "malformed $set"],
  ["names of an object's own", parsed('{"__proto__":{"$ref":1}}'), '__proto__: unknown tag "$ref"'],
];

/** Results of tasks that were changed after they had been stored. */
const damaged: readonly [string, unknown, string][] = [
  ["a set without members", { $set: "1" }, "malformed $set"],
  ["half a pair", { $map: [["a"]] }, "$map[0]: expected a pair [key, value]"],
  ["a date cut short", { at: { $instant: "2026-01-" } }, "at"],
  ["a function without a source", { $function: {} }, "$function: a function cannot be read here"],
  ["an invalid mark", { $unkept: 5 }, 'unknown tag "$unkept"'],
  ["a value of firewalled fields", { $firewalled: [{ $ref: 1 }, null, []] }, 'unknown tag "$ref"'],
];

const fix = (id: string): string =>
  `. In a journal, names that begin with "$" are tags of stored values. Write your own data with journalEntry("${id}", value) from @ptc/subagent, or encodeValue(fromHost(value)) from @ptc/core. If a task stored this entry, it is damaged or from a newer release`;

describe("an entry of a journal that no task stored", () => {
  test.each([...ownData, ...damaged])(
    "is refused before the program starts, with its id and the fix: %s",
    async (_, own, problem) => {
      let calls = 0;
      const given = run("(tool/pay)", { tools: { pay: () => ++calls }, journal: { fine: 1, own } });
      await expect(given).rejects.toThrow(OptionError);
      await expect(given).rejects.toThrow('option `journal["own"]`: ');
      await expect(given).rejects.toThrow(problem);
      await expect(given).rejects.toThrow(fix("own"));
      expect(calls).toBe(0);
    },
  );

  test.each(ownData)("is read back unchanged if the fix wrote it: %s", async (_, own) => {
    const journal = { own: encodeValue(fromHost(own)) };
    const step = await run('(task "own" nil)', { journal });
    expect(step.ok ? step.return : step.fail.message).toEqual(own);
    expect(step.journal).toEqual(journal);
  });

  test("is refused for prepared programs and sessions too, with the same text", async () => {
    const journal = { own: { $ref: 1 } };
    const text = `option \`journal["own"]\`: unknown tag "$ref"${fix("own")}`;
    const prepared = await prepare("1");
    expect(prepared.ok).toBe(true);
    if (prepared.ok) await expect(prepared.program.run({ journal })).rejects.toThrow(text);
    await expect(createSession({ journal }).run("1")).rejects.toThrow(text);
    await expect(createSession().run("1", { journal })).rejects.toThrow(text);
    await expect(run("1", { journal })).rejects.toThrow(text);
  });

  test("isn't checked again in entries that missions share", async () => {
    const journal = new JournalEntries(Object.entries({ own: { $ref: 1 } }));
    expect(await run("1", { journal })).toMatchObject({ ok: true, return: 1 });
  });

  test("isn't confused with results of tasks, of any kind", async () => {
    const kinds = [
      ":k",
      '{:a 1 :b {"$ref" [2 nil]}}',
      "#{1}",
      "(list 1 :b)",
      "(first {:a 1})",
      "'sym",
      '#inst "2026-01-02T03:04:05Z"',
      "12345678901234567890",
      "[##NaN ##Inf]",
      "(sorted-map-by (fn [a b] (- b a)) 1 :x 2 :y)",
      "(fn [x] x)",
      "{:f inc :g (partial map inc)}",
      '(ex-info "no stock" {:id 1})',
      '#"a+"',
      "(map inc (range 3))",
    ];
    const source = kinds.map((code, index) => `(task "t${String(index)}" ${code})`).join(" ");
    const first = await run(`[${source}]`, { journal: {}, collections: "native" });
    expect(first.ok ? "" : first.fail.message).toBe("");
    const journal = parsed(JSON.stringify(first.journal)) as Fields;
    const next = await run('(task "t0" nil)', { journal });
    expect(next).toMatchObject({ ok: true, return: "k", journal: first.journal });
  });

  test.each([
    ["an instance of a class", new Map([["$ref", 1]])],
    ["undefined", undefined],
    ["a function", () => ({ $ref: 1 })],
    ["bytes", new Uint8Array(100)],
    [
      "an object that can't be read",
      new Proxy(
        {},
        {
          ownKeys: () => {
            throw new Error("no");
          },
        },
      ),
    ],
  ])("only fails when it is read if it isn't JSON: %s", async (_, own) => {
    expect(await run("1", { journal: { own } })).toMatchObject({ ok: true });
    const step = await run('(task "own" 1)', { journal: { own } });
    expect(step).toMatchObject({ ok: false, fail: { details: { kind: "argument_error" } } });
  });

  test("is found behind many others, within a bounded amount of work", async () => {
    const entries = Array.from({ length: 100_000 }, (_, id) => [`t${String(id)}`, { id, n: [1] }]);
    const many = Object.fromEntries(entries) as Fields;
    await expect(run("1", { journal: { ...many, own: { $x: 1 } } })).rejects.toThrow("own");
    const rows = Array.from({ length: 1_000_000 }, () => 0);
    const large = { rows, own: { $x: 1 } };
    expect(await run("1", { journal: large })).toMatchObject({ ok: true });
    const circular: Record<string, unknown> = {};
    circular["again"] = [circular];
    expect(await run("1", { journal: { circular } })).toMatchObject({ ok: true });
  });
});

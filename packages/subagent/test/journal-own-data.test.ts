// Data of the application in a journal, and results of tasks as plain data. In the stored form, an
// object with a name that begins with `$` is a tagged value, so other data with such names is
// refused at the start, with the function that writes it.
import { OptionError } from "@ptc/core/errors";
import { describe, expect, test } from "vitest";
import {
  createChat,
  defineAgent,
  journalEntry,
  previewPrompt,
  readJournal,
  run,
} from "../src/index.ts";

const parsed = (text: string): unknown => JSON.parse(text);

/** JSON of applications whose names begin with `$`, and the problem with it as a stored value. */
const ownData: readonly [string, unknown, string][] = [
  ["a reference", { $ref: "#/x" }, 'unknown tag "$ref"'],
  ["a name among others", { id: 1, $type: "Order" }, 'unknown tag "$type"'],
  ["a tag among others", { $set: [1], $inc: { n: 1 } }, "malformed $set"],
  ["a nested object", { where: { age: { $gt: 5 } } }, 'where.age: unknown tag "$gt"'],
  ["an array", [{ a: 1 }, { $oid: "5f" }], '[1]: unknown tag "$oid"'],
  ["an array in an array", [[[{ $: 1 }]]], '[0][0][0]: unknown tag "$"'],
  ["an update of a document", { $set: { name: "x" } }, "malformed $set"],
  ["`$entry` of an object", { $entry: { id: 1 } }, "malformed $entry"],
  ["`$entry` of three", { $entry: [1, 2, 3] }, "malformed $entry"],
  ["`$opaque`", { $opaque: "abc" }, "malformed $opaque"],
  ["`$opaque` of an object", { rows: [{ $opaque: { id: 1 } }] }, "rows[0]: malformed $opaque"],
  ["`$function`", { $function: "f" }, "$function: a function cannot be read here"],
  ["`$function` of an object", { $function: { body: "x" } }, "a function cannot be read here"],
  ["a malformed instant", { at: { $instant: "soon" } }, "at"],
  ["`$fields` without pairs", { $fields: ["id", "name"] }, "$fields[0]: expected a pair"],
  ["`$map` of an object", { $map: { a: 1 } }, "malformed $map"],
  ["`$firewalled`", { $firewalled: true }, 'unknown tag "$firewalled"'],
  ["`$unkept` of a number", { $unkept: 1 }, 'unknown tag "$unkept"'],
  ["`$unkept` below the top", { a: { $unkept: "x" } }, 'a: unknown tag "$unkept"'],
  ["`$text`", { $text: "x" }, 'unknown tag "$text"'],
  ["`__proto__`", parsed('{"__proto__":{"$ref":1}}'), '__proto__: unknown tag "$ref"'],
  ["`constructor`", parsed('{"constructor":{"$ref":1}}'), 'constructor: unknown tag "$ref"'],
  ["`$__proto__`", parsed('{"$__proto__":1}'), 'unknown tag "$__proto__"'],
  ["`toString` in an array", parsed('[{"toString":[{"$a":1}]}]'), "[0].toString[0]: unknown tag"],
];

const reading = { llm: () => '(return (task "own" :absent))' };

describe("JSON of an application with names that begin with `$`", () => {
  test.each(ownData)("is refused in a journal, with the fix: %s", async (_, data, problem) => {
    const given = run("Read it.", { ...reading, journal: { fine: 1, own: data } });
    await expect(given).rejects.toThrow(OptionError);
    await expect(given).rejects.toThrow('option `journal["own"]`: ');
    await expect(given).rejects.toThrow(problem);
    await expect(given).rejects.toThrow(
      'Write your own data with journalEntry("own", value) from @ptc/subagent, or encodeValue(fromHost(value)) from @ptc/core.',
    );
  });

  test.each(ownData)("is read back unchanged if `journalEntry` wrote it: %s", async (_, data) => {
    const journal = journalEntry("own", data);
    const step = await run("Read it.", { ...reading, journal });
    expect(step.ok ? step.return : step.fail.message).toEqual(data);
    for (const plain of [true, false])
      expect(readJournal(journal, { plain })).toEqual({ own: data });
  });

  test.each(ownData)(
    "is unchanged in a context, in memory and in a tool result: %s",
    async (_, data) => {
      const tools = { give: () => data };
      for (const program of ["data/own", "own", "(tool/give)", '(task "t" (tool/give))']) {
        const step = await run("Read it.", {
          llm: () => `(return ${program})`,
          tools,
          context: { own: data },
          memory: { own: data },
          journal: {},
        });
        expect(step.ok ? step.return : step.fail.message, program).toEqual(data);
      }
    },
  );

  test("is refused in a chat and in a preview of the prompt too", async () => {
    const agent = defineAgent({ prompt: "Read it." });
    const journal = { own: { $ref: 1 } };
    const message = 'journal["own"]`: unknown tag "$ref"';
    const open = async () => createChat(agent, { ...reading, journal }).send("Hello.");
    await expect(open()).rejects.toThrow(message);
    expect(() => previewPrompt(agent, {}, undefined, journal)).toThrow(message);
  });

  test("names an entry on one line, cut if its id is long", async () => {
    const given = run("Read it.", {
      ...reading,
      journal: { [`a\n${"b".repeat(500)}`]: { $ref: 1 } },
    });
    await expect(given).rejects.toThrow(/^option `journal\["a\\+u000ab+…"\]`: .{0,400}$/);
  });

  test("isn't confused with results of tasks, of any kind", async () => {
    const first = await run("Store it.", {
      llm: () => `(do ${kinds.map(([id, code]) => `(task "${id}" ${code})`).join(" ")} (return 1))`,
      journal: {},
    });
    expect(first.ok ? 1 : first.fail.message).toBe(1);
    const next = await run("Read it.", {
      llm: () => '(return (task "keyword" nil))',
      journal: parsed(JSON.stringify(first.journal)) as Readonly<Record<string, unknown>>,
    });
    expect(next).toMatchObject({ ok: true, return: "k" });
    expect(next.journal).toEqual(first.journal);
  });
});

/** Results of tasks: their code, and their plain form. */
const kinds: readonly [string, string, unknown][] = [
  ["keyword", ":k", "k"],
  ["map", '{:a 1 :b {"c" [2 nil]}}', { a: 1, b: { c: [2, null] } }],
  ["namespaced", "{:a/b 1}", { "a/b": 1 }],
  ["set", "#{1}", [1]],
  ["list", "(list 1 :b)", [1, "b"]],
  ["entry", "(first {:a 1})", ["a", 1]],
  ["symbol", "'sym", "sym"],
  ["instant", '#inst "2026-01-02T03:04:05Z"', new Date("2026-01-02T03:04:05Z")],
  ["date", "(java.time.LocalDate/of 2026 1 2)", "2026-01-02"],
  ["integer", "12345678901234567890", 12345678901234567890n],
  ["special", "[##NaN ##Inf]", [NaN, Infinity]],
  ["numbers", "{1 2 nil 3 true 4}", { 1: 2, nil: 3, true: 4 }],
  ["sorted", "(sorted-map-by > 1 :x 2 :y)", { 1: "x", 2: "y" }],
  ["by_function", "(sorted-map-by (fn [a b] (- b a)) 1 :x 2 :y)", { 1: "x", 2: "y" }],
  ["function", "(fn [x] x)", "#<function>"],
  ["builtin", "{:f inc}", { f: "#<function>" }],
  ["exception", '(ex-info "no stock" {:id 1})', { message: "no stock", data: { id: 1 } }],
  ["pattern", '#"a+"', "a+"],
  [
    "fields",
    '{"__proto__" {"$ref" 1} "constructor" 2}',
    parsed('{"__proto__":{"$ref":1},"constructor":2}'),
  ],
];

describe("`readJournal` with `plain`", () => {
  test.each(kinds)("returns a stored result as plain data: %s", async (id, code, plain) => {
    const step = await run("Store it.", {
      llm: () => `(do (task "${id}" ${code}) (return 1))`,
      journal: {},
    });
    const read = readJournal(step.journal ?? {}, { plain: true });
    expect(read).toEqual({ [id]: plain });
    const value = read[id];
    if (
      typeof value === "object" &&
      value !== null &&
      !Array.isArray(value) &&
      !(value instanceof Date)
    )
      expect([Object.prototype, null]).toContain(Object.getPrototypeOf(value));
  });

  test("equals the `return` of a program that returns the result", async () => {
    const data = kinds.filter(([id]) => !["function", "builtin", "exception"].includes(id));
    for (const [id, code] of data) {
      const step = await run("Store it.", {
        llm: () => `(return (task "${id}" ${code}))`,
        journal: {},
      });
      expect(readJournal(step.journal ?? {}, { plain: true })[id], id).toEqual(
        step.ok ? step.return : step.fail.message,
      );
    }
  });

  test.each([
    ["a collection as a key", "{[1] 2}", "a vector is used as a map key"],
    ["two keys with one name", '{:a 1 "a" 2}', 'two keys or members have the same text "a"'],
  ])("refuses %s, which the other form has", async (_, code, problem) => {
    const { journal = {} } = await run("Store it.", {
      llm: () => `(do (task "odd" ${code}) (return 1))`,
      journal: {},
    });
    const read = () => readJournal(journal, { plain: true });
    expect(read).toThrow(OptionError);
    expect(read).toThrow(`option \`journal["odd"]\`: ${problem}`);
    expect(read).toThrow("or read the journal without `plain`");
    expect(readJournal(journal)["odd"]).toBeInstanceOf(Map);
  });

  test("names a result that could not be stored, and why", () => {
    const journal = { made: { $unkept: "it has no end" } };
    for (const plain of [true, false])
      expect(() => readJournal(journal, { plain })).toThrow(
        'option `journal["made"]`: the task has run, but its result could not be stored: it has no end. Read the journal without this entry',
      );
  });

  test("refuses unknown options and values", () => {
    expect(() => readJournal({}, { plan: true } as object)).toThrow("unknown option");
    expect(() => readJournal({}, { plain: "yes" } as object)).toThrow("option `plain`");
  });
});

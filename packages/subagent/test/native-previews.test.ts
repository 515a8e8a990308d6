// The preview of a result that programs can read whole. It has no value of a row unless rows were
// requested, and always a call that gets the rest.
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { Firewall } from "@ptc/core/firewall";
import type { NativeResult } from "@ptc/core/contracts";
import { run as runProgram } from "@ptc/lisp";
import { nativeArguments } from "../src/agent/native-arguments.ts";
import { ToolCache } from "../src/loop/tool-cache.ts";
import { cacheHint } from "../src/native/cache-hint.ts";
import { nativePreview } from "../src/native/native-preview.ts";

const previewOf = (answer: unknown, nativeResult?: NativeResult, room = 20_000) => {
  const warnings: string[] = [];
  const made = nativePreview({ tool: "find", args: { q: "x" }, nativeResult }, answer, {
    firewall: new Firewall(),
    room,
    warn: (warning) => warnings.push(warning),
  });
  return { ...made, warnings };
};

const universal = {
  status: "ok",
  full_result_cached: true,
  cache_hint:
    'Call lisp_eval and then call (tool/find {:q "x"}) to process the full cached result.',
};

describe("the metadata preview", () => {
  test("counts rows and lists their fields and types", () => {
    const rows = [
      { id: 1, name: "Ann", tags: ["a"], at: new Date(0), _ssn: "1-2" },
      { id: 2, name: null, tags: [], at: new Date(1), _ssn: "3-4" },
    ];
    const { status, preview } = previewOf(rows);
    expect(status).toBe("ok");
    expect(preview).toEqual({
      result_count: 2,
      schema: expect.stringMatching(/^\[\{id: number; name: text.*tags: \[text\]/) as string,
      sample_keys: ["_ssn", "at", "id", "name", "tags"],
      ...universal,
    });
    expect(JSON.stringify(preview)).not.toMatch(/Ann|1-2|3-4|1970/);
  });

  test.each<readonly [string, unknown, object]>([
    ["an empty list", [], { result_count: 0, schema: "[] 0 in all" }],
    ["texts", ["a", "b", "c", "d"], { result_count: 4, schema: "[text] 4 in all" }],
    ["a number", 42, { schema: "number" }],
    ["nothing", null, { schema: "nil" }],
    ["a map", { a: 1, b: "x" }, { schema: "{a: number; b: text}", sample_keys: ["a", "b"] }],
  ])("shows the metadata of %s", (_, answer, expected) => {
    expect(previewOf(answer).preview).toEqual({ ...expected, ...universal });
  });

  test("lists at most twenty names, and no keys that are data", () => {
    const wide = Object.fromEntries(
      Array.from({ length: 30 }, (_, index) => [`field${String(index)}`, index % 2 ? "x" : index]),
    );
    expect(previewOf([wide, wide]).preview).toMatchObject({ truncated: true });
    expect(previewOf([wide, wide]).preview["sample_keys"]).toHaveLength(20);
    const byMail = Object.fromEntries(
      Array.from({ length: 30 }, (_, index) => [`canary${String(index)}@example.com`, index]),
    );
    expect(JSON.stringify(previewOf(byMail).preview)).not.toContain("canary");
  });

  test("contains no value of any row, whatever its shape", () => {
    const canary = fc.constantFrom<unknown>(
      "canary-text",
      "2031-07-09",
      987654321,
      new Date("2031-07-09T01:02:03Z"),
      true,
      null,
    );
    const row = fc.letrec<{ value: unknown }>((tie) => ({
      value: fc.oneof(
        { maxDepth: 3 },
        canary,
        fc.array(tie("value"), { maxLength: 5 }),
        fc.dictionary(fc.constantFrom("a", "b", "c", "d"), tie("value")),
      ),
    })).value;
    fc.assert(
      fc.property(fc.array(row, { maxLength: 40 }), (rows) => {
        expect(JSON.stringify(previewOf(rows).preview)).not.toMatch(/canary|2031|987654321/);
      }),
      { numRuns: process.env["PTC_TESTS"] === undefined ? 75 : 300 },
    );
  });

  test.each<readonly [string, () => unknown]>([
    ["a million rows", () => Array.from({ length: 1_000_000 }, (_, id) => ({ id }))],
    ["a text of 50 MB", () => "canary".repeat(8_000_000)],
    [
      "deep lists",
      () => {
        let value: unknown = 1;
        for (let level = 0; level < 10_000; level++) value = [value];
        return value;
      },
    ],
    [
      "a cycle",
      () => {
        const list: unknown[] = [];
        list.push(list, { list });
        return list;
      },
    ],
    [
      "a getter that throws",
      () => ({
        get bad() {
          throw new Error("no");
        },
      }),
    ],
    ["names of prototypes", () => [JSON.parse('{"__proto__": 1, "constructor": 2}') as unknown]],
    ["a sparse list", () => new Array<unknown>(1_000_000)],
    [
      "values that aren't data",
      () => [NaN, 1n, Symbol("x"), () => 1, new Map([["a", 1]]), new Set([1])],
    ],
  ])("the metadata of %s is small", (_, make) => {
    const { preview } = previewOf(make());
    expect(JSON.stringify(preview).length).toBeLessThan(2_000);
    expect(preview).toMatchObject(universal);
  });
});

describe("the rows preview", () => {
  const rows = Array.from({ length: 50 }, (_, id) => ({
    id,
    ratio: id / 7,
    _secret: `s${String(id)}`,
  }));

  test("shows the first rows with all digits, and hides firewalled fields", () => {
    const { preview } = previewOf(rows, { preview: "rows", limit: 2 });
    expect(preview).toMatchObject({ result_count: 50, sample_keys: ["_secret", "id", "ratio"] });
    expect(preview["rows"]).toEqual([
      { id: 0, ratio: 0, _secret: "<Firewalled>" },
      { id: 1, ratio: 1 / 7, _secret: "<Firewalled>" },
    ]);
    expect(previewOf(rows, { preview: "rows" }).preview["rows"]).toHaveLength(20);
  });

  test("keeps all digits of integers that JSON numbers can't represent", () => {
    const { preview } = previewOf([{ id: 1234567890123456789n }], { preview: "rows" });
    expect(preview["rows"]).toEqual([{ id: "1234567890123456789" }]);
  });

  test("shortens large rows, and shows metadata if there are no rows", () => {
    const large = Array.from({ length: 20 }, () => ({ text: "x".repeat(1_000_000) }));
    const { preview } = previewOf(large, { preview: "rows" }, 4_000);
    expect(JSON.stringify(preview).length).toBeLessThan(6_000);
    expect(previewOf({ a: 1 }, { preview: "rows" }).preview).not.toHaveProperty("rows");
  });
});

describe("a preview function of the host", () => {
  test("gets the whole result, and its object is merged with the universal fields", () => {
    const answer = [3, 1, 2];
    const { status, preview, warnings } = previewOf(answer, {
      preview: (all: number[]) => ({
        top: all.sort().slice(0, 1),
        status: "mine",
        _hidden: "s3cret",
      }),
    });
    expect([status, warnings]).toEqual(["ok", []]);
    expect(preview).toEqual({ top: [1], _hidden: "<Firewalled>", ...universal });
    // The result for programs isn't sorted.
    expect(answer).toEqual([3, 1, 2]);
  });

  const cyclic: Record<string, unknown> = {};
  cyclic["self"] = cyclic;
  test.each<readonly [string, () => unknown, string]>([
    [
      "throws",
      () => {
        throw new Error("boom");
      },
      "raised (boom)",
    ],
    [
      "throws an unreadable value",
      () => {
        throw Object.create(null);
      },
      "raised (an unreadable error)",
    ],
    [
      "returns an unreadable value",
      () =>
        new Proxy(
          {},
          {
            getPrototypeOf() {
              throw new Error("trap");
            },
          },
        ),
      "raised (trap)",
    ],
    ["returns a list", () => [1], "not an object"],
    ["returns nothing", () => undefined, "not an object"],
    ["returns a promise", () => Promise.resolve({}), "not an object"],
    // The preview must handle this rejection, because an unhandled one would end the process.
    ["returns a rejecting promise", () => Promise.reject(new Error("late")), "not an object"],
    ["returns a Map", () => new Map(), "not an object"],
    ["returns a large integer", () => ({ a: 1n }), "not encodable"],
    ["returns NaN", () => ({ a: NaN }), "not encodable"],
    ["returns a function", () => ({ a: () => 1 }), "not encodable"],
    ["returns a cyclic object", () => cyclic, "not encodable"],
    [
      "returns too much",
      () => ({ a: "x".repeat(30_000) }),
      "not encodable (more than 20000 characters)",
    ],
  ])(
    "a preview function that %s falls back to the metadata with a warning",
    (_, preview, category) => {
      const made = previewOf([{ id: 1 }], { preview });
      expect(made.status).toBe("fallback");
      expect(made.preview).toMatchObject({
        status: "fallback",
        result_count: 1,
        full_result_cached: true,
      });
      expect(made.warnings).toEqual([
        `tool/find: its preview function failed, the model sees the metadata: ${category}`,
      ]);
    },
  );
});

describe("the hint of a preview", () => {
  const text = fc.oneof(
    fc.string({ unit: "binary" }),
    fc.string({ unit: "grapheme" }),
    fc.constantFrom('")(tool/x', "`~@#{", "</data>", "\\u0041", "\ud800", "\u200b", "a-b", "%n"),
  );
  const json = fc.letrec<{ value: unknown }>((tie) => ({
    value: fc.oneof(
      { maxDepth: 4 },
      text,
      fc.double({ noNaN: true, noDefaultInfinity: true }),
      fc.constantFrom<unknown>(0, -0, 1e300, 2 ** 53, 2 ** 53 + 2, -(2 ** 60), true, null),
      fc.integer(),
      fc.array(tie("value"), { maxLength: 4 }),
      fc.dictionary(fc.oneof(text, fc.constantFrom("__proto__", "", "a b")), tie("value"), {
        maxKeys: 4,
      }),
    ),
  })).value;

  test("is a call with the same arguments for the tool and the cache", async () => {
    await fc.assert(
      fc.asyncProperty(fc.dictionary(text, json, { maxKeys: 4 }), async (input) => {
        // As it arrives: JSON that a provider has parsed.
        const given: unknown = structuredClone(input);
        let args;
        try {
          args = nativeArguments(given);
        } catch {
          // Two names that are the same for a tool are refused.
          return;
        }
        const hint = cacheHint("find", args, () => true);
        expect(hint).not.toMatch(/<\/?data/);
        const written = /call (\(tool\/find.*\)) to process/s.exec(hint)?.[1];
        if (written === undefined) return;
        const cache = new ToolCache();
        let asked = 0;
        const cached = cache.cached("find", () => ++asked, {
          check: (answer) => answer,
          warn: () => undefined,
        });
        const context = {
          noteCached: () => undefined,
          signal: new AbortController().signal,
        } as unknown as Parameters<typeof cached>[1];
        cached(args, context);
        const step = await runProgram(written, {
          tools: { find: (found) => cached(found, context) },
        });
        expect(step).toMatchObject({ ok: true, return: 1 });
        expect(asked).toBe(1);
      }),
      { numRuns: process.env["PTC_TESTS"] === undefined ? 100 : 400 },
    );
  });

  test("describes the call in words if its arguments are long", () => {
    expect(cacheHint("find", { q: "x".repeat(5_000) }, () => true)).toBe(
      "Call lisp_eval and then call tool/find with the same arguments to process the full cached result.",
    );
    expect(cacheHint("find", {}, () => true)).toContain("call (tool/find) to");
  });

  test.each([
    ["a field is firewalled", { _id: "abcdefgh" }],
    ["a text contains a firewalled field", { q: '{"_token": "abcdefgh"}' }],
    ["a text looks like a tag", { q: "\u00abdata science\u00bb" }],
    ["a text is the value of a firewalled field", { q: "s3cr3t-word" }],
  ])("describes the call in words if %s, because it would not be shown unchanged", (_, args) => {
    const firewall = new Firewall();
    firewall.note("s3cr3t-word");
    const options = { firewall, room: 20_000, warn: () => undefined };
    const call = { tool: "find", args, nativeResult: undefined };
    expect(nativePreview(call, [1], options).preview["cache_hint"]).toBe(
      "Call lisp_eval and then call tool/find with the same arguments to process the full cached result.",
    );
  });
});

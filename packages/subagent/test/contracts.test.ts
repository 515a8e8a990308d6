// Checks by signatures and schemas in a mission: the context, the arguments and results of tools,
// and the answer of the agent.
import { describe, expect, test } from "vitest";
import { z } from "zod";
import type { Tool, Tools } from "@ptc/core/contracts";
import { createScriptedModel } from "@ptc/llm";
import { defineAgent, run, type AgentOptions } from "../src/index.ts";
import { call, calls } from "./native-calls.ts";

interface Scene extends Partial<AgentOptions> {
  readonly context?: Readonly<Record<string, unknown>>;
}

/** Runs the given programs as model responses. Returns the last feedback beside the step. */
async function mission(programs: readonly string[], { context, ...options }: Scene) {
  const llm = createScriptedModel(programs);
  const step = await run(defineAgent({ prompt: "Find it.", ...options }), {
    llm,
    ...(context === undefined ? {} : { context }),
  });
  return { step, requests: llm.requests, sent: llm.requests.at(-1)?.messages.at(-1)?.content };
}

/** Returns the contract of a tool with an argument `filter`. */
function schemaOf(filter: z.ZodType): Partial<Tool> {
  return { inputSchema: z.object({ filter }) };
}

/** Returns the value as a program writes it. */
function written(value: unknown): string {
  return JSON.stringify(value).replaceAll('":', '" ');
}

describe("arguments of a tool", () => {
  const seen: unknown[] = [];
  const tools: Tools = {
    find: {
      signature:
        "(query :string, limit :int?, since :datetime?) -> {rows [{id :int, due_date :string?}]}",
      execute: (args) => {
        seen.push(args);
        return { rows: [{ id: 1, "due-date": "today" }] };
      },
    },
  };

  test("converts the arguments of a tool to its signature's types, and the result to its spelling", async () => {
    seen.length = 0;
    const { step } = await mission(
      ['(return (:rows (tool/find {:query "a" :limit "5" :since "2026-01-31T10:30:00+01:00"})))'],
      { tools },
    );
    expect(step).toMatchObject({ ok: true, return: [{ id: 1, due_date: "today" }] });
    expect(seen).toEqual([{ query: "a", limit: 5, since: new Date("2026-01-31T09:30:00Z") }]);
    expect(step.warnings).toEqual([
      'tool/find: limit: took string "5" as int 5',
      'tool/find: since: took string "2026-01-31T10:30:00+01:00" as datetime 2026-01-31T09:30:00.000Z',
    ]);
  });

  test("arguments that don't match never reach the tool, and the error explains why", async () => {
    seen.length = 0;
    const { step, sent } = await mission(
      [
        "(tool/find {:limit [1]})",
        "(return (try (tool/find {:query 1}) (catch Exception e (ex-message e))))",
      ],
      { tools },
    );
    expect(seen).toEqual([]);
    expect(sent).toContain(
      "tool/find failed: wrong arguments: query: expected string, got nothing (pass query); limit: expected int or nil, got list of 1 item",
    );
    expect(step).toMatchObject({
      ok: true,
      return: "wrong arguments: query: expected string, got int 1",
    });
  });

  test("reports a misspelled argument, or only warns of it, as the validation says", async () => {
    seen.length = 0;
    const program = '(return (tool/find {:query "a" :limt 5}))';
    const problem = "there is no argument limt: did you mean limit? It takes query, limit, since";
    const { step } = await mission([program], { tools, maxTurns: 1 });
    expect(step).toMatchObject({
      ok: false,
      fail: { reason: "tool_error", message: `tool/find failed: wrong arguments: ${problem}` },
    });
    expect(seen).toEqual([]);
    const warned = await mission([program], { tools, validation: "warn-only" });
    expect(warned.step).toMatchObject({ ok: true, warnings: [`tool/find: ${problem}`] });
  });

  const limit = { limit: z.number().optional(), query: z.string().optional() };
  const filter = z.object(limit);
  test.each<readonly [string, Partial<Tool>, unknown, string]>([
    [
      "a signature",
      { signature: "(filter {limit :int?, query :string?}) -> :any" },
      { limt: 5 },
      "filter.limt: expected no such field, got int 5 (did you mean limit?)",
    ],
    [
      "a list in a signature",
      { signature: "(filter [{limit :int?}]) -> :any" },
      [{ limit: 1 }, { limt: 5 }],
      "filter[1].limt: expected no such field, got int 5 (did you mean limit?)",
    ],
    [
      "a named type and a union in a signature",
      {
        signature:
          'type Page {max_rows :int?} (filter {kind "a", page :Page} | {kind "b"}?) -> :any',
      },
      { kind: "a", page: { "max-row": 5 } },
      "filter.page.max-row: expected no such field, got int 5 (did you mean max_rows?)",
    ],
    [
      "an object",
      schemaOf(filter),
      { limt: 5 },
      "filter: there is no field limt: did you mean limit? It takes limit, query",
    ],
    [
      "an optional object",
      schemaOf(filter.optional()),
      { lmt: 5 },
      "filter: there is no field lmt: did you mean limit? It takes limit, query",
    ],
    [
      "a nullable object",
      schemaOf(filter.nullable()),
      { qeury: 5 },
      "filter: there is no field qeury: did you mean query? It takes limit, query",
    ],
    [
      "a list",
      schemaOf(z.array(filter)),
      [{}, { limt: 5 }],
      "filter[1]: there is no field limt: did you mean limit? It takes limit, query",
    ],
    [
      "a tuple",
      schemaOf(z.tuple([z.string(), filter])),
      ["a", { limt: 5 }],
      "filter[1]: there is no field limt: did you mean limit? It takes limit, query",
    ],
    [
      "a record",
      schemaOf(z.record(z.string(), filter)),
      { "a b": { limt: 5 } },
      "filter.a b: there is no field limt: did you mean limit? It takes limit, query",
    ],
    [
      "a union",
      schemaOf(z.union([z.object({ id: z.int() }), filter])),
      { limt: 5 },
      "filter: there is no field limt: did you mean limit? It takes limit, query, id",
    ],
    [
      "a deep object",
      schemaOf(z.object({ page: z.object({ sort: z.array(filter) }) })),
      { page: { sort: [{ limt: 5 }] } },
      "filter.page.sort[0]: there is no field limt: did you mean limit? It takes limit, query",
    ],
    [
      "a strict object",
      schemaOf(z.strictObject(limit)),
      { other: 5 },
      "filter: there is no field other: it takes limit, query",
    ],
  ])(
    "reports a misspelled field inside an argument: %s",
    async (_title, contract, given, problem) => {
      const received: unknown[] = [];
      const search: Tool = { ...contract, execute: (args) => received.push(args) };
      const description = "Searches.";
      const message = `wrong arguments: ${problem}`;
      const program = `(return (tool/search {:filter ${written(given)}}))`;
      const failed = await mission([program], { tools: { search }, maxTurns: 1 });
      expect(failed.step.ok || failed.step.fail.message).toBe(`tool/search failed: ${message}`);
      expect(received).toEqual([]);
      const warned = await mission([program], { tools: { search }, validation: "warn-only" });
      expect(warned.step.warnings).toContain(`tool/search: ${problem}`);
      expect(received).toHaveLength(1);
      const called = createScriptedModel([calls(call("1", "search", { filter: given })), "done"]);
      await run(
        defineAgent({
          prompt: "Find it.",
          mode: "text",
          tools: { search: { ...search, description } },
        }),
        { llm: called },
      );
      expect(JSON.stringify(called.requests[1])).toContain(JSON.stringify(message).slice(1, -1));
      expect(received).toHaveLength(1);
    },
  );

  test("omits nil for an optional argument of a schema, and writes instants as its text", async () => {
    const received: unknown[] = [];
    const inputSchema = z.object({
      q: z.string().optional(),
      note: z.string().nullish(),
      rows: z.array(z.object({ limit: z.int().optional() })).optional(),
      on: z.iso.date().optional(),
      at: z.date().optional(),
    });
    const find: Tool = { inputSchema, execute: (args) => received.push(args) };
    await mission(
      [
        `(tool/find {:q nil :note nil :rows [{:limit nil}] :at nil})
         (return (tool/find {:on #inst "2026-01-02T03:04:05Z" :at #inst "2026-01-02T03:04:05Z"}))`,
      ],
      { tools: { find } },
    );
    expect(received).toEqual([
      { note: null, rows: [{}] },
      { on: "2026-01-02", at: new Date("2026-01-02T03:04:05Z") },
    ]);
  });

  test("passes other undeclared fields inside an argument, as of a row", async () => {
    const received: unknown[] = [];
    const execute = (args: unknown): number => received.push(args);
    const found = {
      signed: { signature: "(row {date :string?, total :int}) -> :any", execute },
      open: {
        inputSchema: z.object({ row: z.looseObject({ limit: z.int().optional() }) }),
        execute,
      },
      either: { inputSchema: z.object({ row: z.union([filter, z.any()]) }), execute },
      dropped: { inputSchema: z.object({ row: z.object({ total: z.int() }) }), execute },
    };
    await mission(
      [
        `(tool/signed {:row {:name "x" :total 1}})
         (tool/open {:row {:limt 1}})
         (tool/either {:row {:limt 1}})
         (return (tool/dropped {:row {:name "x" :total 1}}))`,
      ],
      { tools: found },
    );
    expect(received).toEqual([
      { row: { name: "x", total: 1 } },
      { row: { limt: 1 } },
      { row: {} },
      { row: { total: 1 } },
    ]);
  });

  test("passes undeclared arguments to tools whose schema allows them, and reports others", async () => {
    const received: unknown[] = [];
    const shape = { page_size: z.number().optional() };
    const execute = (args: unknown): number => received.push(args);
    const found = {
      open: { inputSchema: z.looseObject(shape), execute },
      closed: { inputSchema: z.object(shape), execute },
      plain: execute,
    };
    const { step } = await mission(
      [
        `(tool/open {:page-size 1 :page-token "t"})
         (tool/plain {:page-size 1 "Content-Type" "x"})
         (return (try (tool/closed {:page-token "t"}) (catch Exception e (ex-message e))))`,
      ],
      { tools: found },
    );
    expect(received).toEqual([
      { page_size: 1, "page-token": "t" },
      { "page-size": 1, "Content-Type": "x" },
    ]);
    expect(step).toMatchObject({
      return: expect.stringContaining("there is no argument page-token") as unknown,
    });
  });

  test("matches only declared names, at every depth, and refuses two keys for one of them", async () => {
    const received: unknown[] = [];
    const sends: Tools = {
      send: {
        signature: "(sent_by {user_id :int}, headers :map, doc :any) -> :any",
        execute: (args) => received.push(args),
      },
    };
    const context = { doc: { "a-b": { "c-d": 1 } } };
    await mission(
      [
        `(return (tool/send {:sent-by {"user-id" 1 :time-zone "utc"} :headers {"Content-Type" "x"}
                             :doc data/doc}))`,
      ],
      { tools: sends, context },
    );
    expect(received).toEqual([
      { sent_by: { user_id: 1, "time-zone": "utc" }, headers: { "Content-Type": "x" }, ...context },
    ]);
    const { step } = await mission(
      ['(return (tool/send {:sent-by {:user-id 1 "user_id" 2} :headers {} :doc 1}))'],
      { tools: sends, maxTurns: 1 },
    );
    expect(step.ok || step.fail.message).toBe(
      "tool/send failed: wrong arguments: sent_by.user_id: expected one key for this field, got user-id and user_id (pass one of them)",
    );
  });

  test("shows a model each form of a union, and reports the mistakes of the nearest one", async () => {
    const pay = {
      inputSchema: z.object({
        how: z.discriminatedUnion("kind", [
          z.object({ kind: z.literal("card"), last4: z.string() }),
          z.object({ kind: z.literal("iban"), iban: z.string() }),
        ]),
      }),
      execute: () => 1,
    };
    const { requests } = await mission(["(return (doc tool/pay))"], { tools: { pay } });
    const forms = ':how {kind "card", last4 :string} | {kind "iban", iban :string}';
    expect(JSON.stringify(requests[0])).toContain(JSON.stringify(forms).slice(1, -1));
    const asked = await mission(['(return (tool/ask {:how {:kind "card"}}))'], {
      tools: {
        ask: {
          signature: '(how {kind "card", last4 :string} | {kind "iban", iban :string}) -> :int',
          execute: () => 1,
        },
      },
      maxTurns: 1,
    });
    expect(asked.step.ok || asked.step.fail.message).toBe(
      'tool/ask failed: wrong arguments: how.last4: expected string, got nothing (add last4 to this map; its kind is "card")',
    );
  });

  test("accepts arguments unchecked if the host says so", async () => {
    seen.length = 0;
    await mission(["(return (tool/find {:query 1 :more 2}))"], { tools, validation: "disabled" });
    expect(seen).toEqual([{ query: 1, more: 2 }]);
    expect(
      (
        await mission(['(return (tool/find {:query "a" :more 2}))'], {
          tools,
          validation: "strict",
          maxTurns: 1,
        })
      ).step,
    ).toMatchObject({
      ok: false,
      fail: {
        reason: "tool_error",
        message: expect.stringContaining("more: expected no such field, got int 2") as unknown,
      },
    });
  });
});

test("a result that violates its contract is a failure of the tool, reported with the path", async () => {
  const tools: Tools = {
    count: { signature: "() -> {n :int}", execute: () => Promise.resolve({ n: "many" }) },
  };
  const { step } = await mission(["(return (tool/count))"], { tools, maxTurns: 1 });
  expect(step).toMatchObject({
    ok: false,
    fail: {
      reason: "tool_error",
      message:
        'tool/count failed: its result does not match its contract: n: expected int, got string "many"',
    },
  });
  const warned = await mission(["(return (tool/count))"], { tools, validation: "warn-only" });
  expect(warned.step).toMatchObject({
    ok: true,
    return: { n: "many" },
    warnings: ['tool/count: n: expected int, got string "many"'],
  });
});

test("schemas of other libraries check arguments and results, also asynchronously", async () => {
  const inputSchema = z.object({
    id: z.coerce.number(),
    on: z.string().refine((day) => Promise.resolve(day !== "never"), "is no day"),
  });
  const tools: Tools = {
    day: {
      inputSchema,
      outputSchema: z.object({ open: z.boolean() }),
      execute: ({ id }) => ({ open: id === 7, more: 1 }),
    },
  };
  expect(
    (await mission(['(return (tool/day {:id "7" :on "monday"}))'], { tools })).step,
  ).toMatchObject({ ok: true, return: { open: true } });
  const { sent } = await mission(['(tool/day {:id "7" :on "never"})', "(return 1)"], { tools });
  expect(sent).toContain("wrong arguments: on: is no day");
});

test("checks the context against the parameters before calling the model", async () => {
  const signature = "(limit :int, day :datetime?) -> :int";
  const { step, requests } = await mission([], { signature, context: { day: "2026-01-31" } });
  expect(requests).toEqual([]);
  expect(step).toMatchObject({
    ok: false,
    turns: [],
    fail: {
      reason: "validation_error",
      message:
        'the context does not match the signature: limit: expected int, got nothing (pass limit); day: expected datetime or nil, got string "2026-01-31" (write it with its offset, as in 2026-01-31T09:30:00Z)',
    },
  });
  const coerced = await mission(["(return (inc data/limit))"], {
    signature,
    context: { limit: "41" },
  });
  expect(coerced.step).toMatchObject({
    ok: true,
    return: 42,
    warnings: ['context: limit: took string "41" as int 41'],
  });
});

describe("a mistake of the host in a contract", () => {
  test.each<[string, Partial<AgentOptions>, string]>([
    [
      "in a mode",
      { validation: "lenient" as "strict" },
      'option `validation`: expected "enabled", "warn-only", "strict", "disabled"',
    ],
    [
      "in a tool",
      { tools: { a: { description: "b" } as never } },
      "option `tools.a`: expected a function, a tool with an `execute` function, or the result of `asTool`",
    ],
    [
      "in a schema",
      { tools: { a: { inputSchema: {} as never, execute: () => 1 } } },
      "option `tools.a.inputSchema`: expected a Standard Schema (zod, valibot, arktype…)",
    ],
    [
      "in giving both a signature and a schema",
      { tools: { a: { signature: ":int", outputSchema: z.int(), execute: () => 1 } } },
      "option `tools.a`: takes a signature or schemas, not both",
    ],
  ])("reports a mistake %s immediately", (_title, options, message) => {
    expect(() => defineAgent({ prompt: "p", ...options })).toThrow(message);
  });
});

test("the model sees parameters with their marks and descriptions, and the meaning of named types", async () => {
  const tools: Tools = {
    find: {
      signature: 'type Row {id :int} (query :string "what to look for", limit :int?) -> [:Row]',
      description: "Finds rows.",
      execute: () => [],
    },
  };
  const { requests } = await mission(["(return 1)"], { tools });
  expect(requests[0]?.messages[0]?.content).toContain(
    '- (tool/find {:query :string "what to look for", :limit :int?}) -> [:Row]\n  :Row is {id :int}\n  Finds rows.',
  );
});

test("the model sees the shape that a schema describes, and nothing for a schema without one", async () => {
  const inputSchema = z.object({
    id: z.int().describe("of the order"),
    note: z.string().optional(),
  });
  const silent = {
    "~standard": { version: 1, vendor: "own", validate: (value: unknown) => ({ value }) },
  } as const;
  const tools: Tools = {
    find: {
      inputSchema,
      outputSchema: z.array(z.object({ total: z.number() })),
      execute: () => [],
    },
    guess: { inputSchema: silent, outputSchema: silent, execute: () => 1 },
  };
  const { requests } = await mission(["(return 1)"], { tools });
  expect(requests[0]?.messages[0]?.content).toContain(
    '- (tool/find {:id :int "of the order", :note :string?}) -> [{total :float}]\n- (tool/guess {…}) -> :any',
  );
});

// Enforces tool schemas in process and in the pool, and never ignores a field of a tool silently.

import { afterAll, describe, expect, test } from "vitest";
import type { StandardSchema, Tool, Tools } from "@ptc/core/contracts";
import { createSession, unrecoverablePrefix, prepare, run, type LispStep } from "../src/index.ts";
import { createPool } from "../src/node/index.ts";
import { keepsCompiled } from "./node/pools.ts";

const pool = createPool({ size: 1, execArgv: keepsCompiled });
afterAll(() => pool.close());

type Answer = ReturnType<StandardSchema["~standard"]["validate"]>;

function schema(validate: (value: unknown) => Answer): StandardSchema {
  return { "~standard": { version: 1, vendor: "test", validate } };
}

/** `{id: integer}`; converts a text of digits to a number, and fills in `unit`. */
const order = schema((value) => {
  const id = Number((value as { id?: unknown }).id);
  return Number.isInteger(id)
    ? { value: { id, unit: "piece" } }
    : { issues: [{ message: "expected an integer", path: ["id"] }] };
});

const later = (inner: StandardSchema): StandardSchema =>
  schema(async (value) => {
    await Promise.resolve();
    return await inner["~standard"].validate(value);
  });

const broken: Readonly<Record<string, StandardSchema>> = {
  throws: schema(() => {
    throw new Error("no database");
  }),
  rejects: schema(() => Promise.reject(new Error("no database"))),
  empty: schema(() => undefined as unknown as Answer),
  unread: schema(
    () =>
      ({
        get issues() {
          throw new Error("no database");
        },
      }) as unknown as Answer,
  ),
};

const places = {
  "in process": (source: string, tools: Tools) => run(source, { tools }),
  "in the pool": (source: string, tools: Tools) => pool.run(source, { tools }),
} satisfies Record<string, (source: string, tools: Tools) => Promise<LispStep>>;

/** Accepts anything, and describes its arguments as JSON Schema, as zod does. */
const query = {
  "~standard": {
    version: 1,
    vendor: "test",
    validate: (value: unknown) => ({ value }),
    jsonSchema: {
      input: () => ({
        type: "object",
        properties: {
          due_date: { type: "string" },
          headers: { type: "object", additionalProperties: { type: "string" } },
          page: { $ref: "#/$defs/page" },
        },
        $defs: {
          page: { anyOf: [{ properties: { page_size: { type: "integer" } } }, { type: "null" }] },
        },
      }),
    },
  },
} satisfies StandardSchema & { readonly "~standard": { readonly jsonSchema: object } };

describe.each(Object.entries(places))("%s", (_place, runs) => {
  test("a tool receives declared names in its schema's spelling, and all other keys unchanged", async () => {
    const seen: unknown[] = [];
    const tools = {
      find: {
        inputSchema: query,
        execute(args) {
          seen.push(args);
          return 1;
        },
      } satisfies Tool,
    };
    const source = `(tool/find {:due-date "x" :headers {"Content-Type" "a" :x_y "b"}
                               :page {:page-size 5 :page-token "t"}})`;
    expect(await runs(source, tools)).toMatchObject({ ok: true });
    expect(seen).toEqual([
      {
        due_date: "x",
        headers: { "Content-Type": "a", x_y: "b" },
        page: { page_size: 5, "page-token": "t" },
      },
    ]);
  });

  test.each([
    [
      '(tool/find {:due-date "x" :pge 5 :headrs {}})',
      "tool/find failed: wrong arguments: there is no argument pge: did you mean page? It takes due_date, headers, page; there is no argument headrs: did you mean headers? It takes due_date, headers, page",
    ],
    [
      '(tool/find {:due-date "x" "due_date" "y"})',
      "tool/find failed: wrong arguments: due-date and due_date both name the argument due_date: pass one of them",
    ],
    [
      '(tool/find {:due_date "x" :page {:page-size 1 :page_size 2}})',
      "tool/find failed: wrong arguments: page: page-size and page_size both name the field page_size: pass one of them",
    ],
  ])("a call that its schema would misread fails: %s", async (source, message) => {
    const tools = { find: { inputSchema: query, execute: () => 1 } satisfies Tool };
    const step = await runs(source, tools);
    expect(step.ok || step.fail.message).toContain(message);
  });

  test.each([
    ["at once", order],
    ["later", later(order)],
  ])("a tool receives its arguments as its schema returns them, %s", async (_when, inputSchema) => {
    const seen: unknown[] = [];
    const tools = {
      find: {
        inputSchema,
        execute(args) {
          seen.push(args);
          return 1;
        },
      } satisfies Tool,
    };
    expect(await runs('(tool/find {:id "7"})', tools)).toMatchObject({ ok: true, return: 1 });
    const step = await runs('(tool/find {:id "seven"})', tools);
    expect(step).toMatchObject({
      ok: false,
      fail: {
        reason: "tool_error",
        message: expect.stringContaining("wrong arguments: id: expected an integer") as string,
      },
      toolCalls: [{ name: "find", args: { id: "seven" } }],
    });
    expect(seen).toEqual([{ id: 7, unit: "piece" }]);
  });

  test("programs see results as the schema returns them, or an error they can catch", async () => {
    const given: unknown[] = [{ id: "3" }, { id: "x" }, Promise.resolve({ id: "4" })];
    const tools = { find: { outputSchema: order, execute: () => given.shift() } };
    const program =
      '[(tool/find) (try (tool/find) (catch Exception e (ex-message e))) (get (tool/find) "id")]';
    const step = await runs(program, tools);
    expect(step).toMatchObject({
      ok: true,
      return: [
        { id: 3, unit: "piece" },
        expect.stringContaining(
          "its result does not match its outputSchema: id: expected an integer",
        ),
        4,
      ],
    });
  });

  test("a broken schema fails the call and says so", async () => {
    let calls = 0;
    const tools = Object.fromEntries(
      Object.entries(broken).map(([name, inputSchema]) => [
        name,
        { inputSchema, execute: () => ++calls },
      ]),
    );
    const asked = Object.keys(broken).map(
      (name) => `(try (tool/${name}) (catch Exception e (ex-message e)))`,
    );
    const step = await runs(`[${asked.join(" ")}]`, tools);
    const failed = expect.stringContaining(
      "wrong arguments: the schema given as `inputSchema` failed: no database",
    ) as string;
    const nothing = expect.stringContaining("`inputSchema` returned no result") as string;
    expect(step).toMatchObject({ ok: true, return: [failed, failed, nothing, failed] });
    expect(calls).toBe(0);
  });
});

test("a result in pieces is collected in slices of the time of the run's clock", async () => {
  let readings = 0;
  const clock = { now: () => 0, monotonic: () => ++readings };
  const pieces = {
    outputSchema: schema((value) => ({ value })),
    execute: async function* () {
      for (let piece = 0; piece < 300; piece++) yield await Promise.resolve(piece);
    },
  };
  const source = "(count (tool/pieces))";
  expect(await run(source, { tools: { pieces }, clock })).toMatchObject({ return: 300 });
  expect(readings).toBeGreaterThan(300);
  const prepared = await prepare(source, { tools: { pieces } });
  readings = 0;
  if (prepared.ok) await prepared.program.run({ tools: { pieces }, clock });
  expect(readings).toBeGreaterThan(300);
});

test("a synchronous tool with schemas stays synchronous, so a comparator may call it", async () => {
  const tools = { weigh: { inputSchema: order, outputSchema: schema((value) => ({ value })) } };
  const execute = (args: unknown): number => (args as { id: number }).id;
  expect(
    await run("(sort (fn [a b] (- (tool/weigh {:id a}) (tool/weigh {:id b}))) [3 1 2])", {
      tools: { weigh: { ...tools.weigh, execute } },
    }),
  ).toMatchObject({ ok: true, return: [1, 2, 3] });
});

describe("invalid tools", () => {
  const execute = (): number => 1;
  const mistakes: readonly (readonly [tool: object, message: string])[] = [
    [
      { execute, signature: "(id :int) -> :any" },
      'option `tools.find.signature`: is for agents only: use inputSchema(signature("…")) and outputSchema(signature("…")) from @ptc/signature',
    ],
    [
      { execute, inputShema: order },
      "option `tools.find.inputShema`: unknown option (did you mean `inputSchema`?)",
    ],
    [
      { execute, parameters: {} },
      "option `tools.find.parameters`: unknown option (use `inputSchema`)",
    ],
    ...(
      [
        ["handler", "execute"],
        ["input", "inputSchema"],
        ["result", "outputSchema"],
        ["needs_approval", "needsApproval"],
        ["approval", "needsApproval"],
        ["requiresApproval", "needsApproval"],
        ["approvalRequired", "needsApproval"],
        ["confirm", "needsApproval"],
        ["approvalTimeout", "approvalTimeoutMs"],
      ] as const
    ).map(([theirs, ours]): [object, string] => [
      { execute, [theirs]: true },
      `option \`tools.find.${theirs}\`: unknown option (use \`${ours}\`)`,
    ]),
    [
      { execute, name: "find" },
      "option `tools.find.name`: unknown option (the name of a tool is its key in `tools`)",
    ],
    [{ execute, inputSchema: { type: "object" } }, "option `tools.find.inputSchema`: expected a"],
    [{ execute, outputSchema: null }, "option `tools.find.outputSchema`: expected a Standard"],
    [{ inputSchema: order }, "option `tools.find`: expected a function, or an object with an"],
  ];

  test.each(mistakes)(
    "rejects an invalid tool and names the mistake: %o",
    async (tool, message) => {
      const tools = { find: tool } as unknown as Tools;
      await expect(run("1", { tools })).rejects.toThrow(message);
      await expect(prepare("1", { tools })).rejects.toThrow(message);
      await expect(pool.run("1", { tools })).rejects.toThrow(message);
      await expect(createSession({ tools }).run("1")).rejects.toThrow(message);
      await expect(unrecoverablePrefix("(+ 1 ", { tools })).rejects.toThrow(message);
    },
  );

  test("a tool that is a class instance keeps its own fields", async () => {
    class Shop {
      readonly rows = [4, 5];
      execute(): unknown {
        return this.rows;
      }
    }
    expect(await run("(tool/find)", { tools: { find: new Shop() } })).toMatchObject({
      return: [4, 5],
    });
  });

  test("rejects wrong session options when the session starts, and program options with the program", async () => {
    expect(() => createSession({ contxt: {} } as never)).toThrow("option `contxt`: unknown option");
    expect(() => createSession({ returns: order } as never)).toThrow("option `returns`");
    const session = createSession();
    await expect(session.run("1", { memory: {} } as never)).rejects.toThrow("option `memory`");
    await expect(session.run("1", { turn: 2 } as never)).rejects.toThrow("option `turn`");
    expect(await session.run("1", { limits: { steps: 9 } })).toMatchObject({ ok: true });
  });
});

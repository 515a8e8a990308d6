// Tests the option `approve` with a server of the official SDK in this process.

import { McpServer } from "@modelcontextprotocol/server";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { approve, deny, resume, run } from "@ptc/lisp";
import { mcpTools, type McpToolsOptions } from "../src/index.ts";
import { linkedClient, linkedClient1 } from "./clients.ts";
import { doubleClient } from "./doubles.ts";

const hints = {
  "no-hints": undefined,
  "empty-hints": {},
  read: { readOnlyHint: true },
  "read-that-destroys": { readOnlyHint: true, destructiveHint: true },
  "write-that-adds": { readOnlyHint: false, destructiveHint: false },
  "adds-only": { destructiveHint: false },
  destroys: { destructiveHint: true },
} as const;

const names = Object.keys(hints) as readonly (keyof typeof hints)[];

interface Desk {
  readonly server: McpServer;
  /** The calls that reached the server. */
  readonly calls: string[];
}

function desk(): Desk {
  const calls: string[] = [];
  const server = new McpServer({ name: "desk", version: "1.0.0" });
  for (const name of names)
    server.registerTool(
      name,
      {
        inputSchema: z.object({ id: z.int() }),
        ...(hints[name] === undefined ? {} : { annotations: hints[name] }),
      },
      ({ id }) => {
        calls.push(`${name} ${String(id)}`);
        return { content: [{ type: "text", text: `${name} of ${String(id)}` }] };
      },
    );
  server.registerResource("terms", "desk://terms", {}, ({ href }) => ({
    contents: [{ uri: href, text: "No returns." }],
  }));
  return { server, calls };
}

/** Returns the names of the tools that need an approval. */
async function waiting(options: McpToolsOptions): Promise<readonly string[]> {
  const { tools } = await mcpTools(await linkedClient(desk().server), options);
  return Object.keys(tools).filter((name) => tools[name]?.needsApproval === true);
}

describe("the option approve", () => {
  test("makes no tool wait by default, also if the server's hints are trusted", async () => {
    expect(await waiting({})).toEqual([]);
    expect(await waiting({ trustHints: true })).toEqual([]);
    expect(await waiting({ approve: undefined as never, approvalTimeoutMs: 5 })).toEqual([]);
  });

  test("`all` makes every tool wait, also those that read resources", async () => {
    for (const trustHints of [true, false])
      expect(await waiting({ approve: "all", trustHints, resources: true })).toEqual([
        ...names,
        "list-resources",
        "read-resource",
      ]);
  });

  test.each(["writes", "destructive"] as const)(
    "`%s` makes every tool of the server wait if its hints are not trusted",
    async (approval) => {
      expect(await waiting({ approve: approval })).toEqual(names);
      expect(await waiting({ approve: approval, trustHints: false, resources: true })).toEqual(
        names,
      );
    },
  );

  test("`writes` excepts the tools that only read, if hints are trusted", async () => {
    expect(await waiting({ approve: "writes", trustHints: true, resources: true })).toEqual([
      "no-hints",
      "empty-hints",
      "write-that-adds",
      "adds-only",
      "destroys",
    ]);
  });

  test("`destructive` also excepts the tools that only add, if hints are trusted", async () => {
    expect(await waiting({ approve: "destructive", trustHints: true })).toEqual([
      "no-hints",
      "empty-hints",
      "destroys",
    ]);
  });

  test("takes only booleans as hints, because a server may send anything", async () => {
    const annotations = [
      { readOnlyHint: "true", destructiveHint: "false" },
      { readOnlyHint: 1, destructiveHint: 0 },
      { destructiveHint: null },
      null,
      "readOnlyHint",
    ];
    const client = doubleClient(
      annotations.map((given, index) => ({
        name: `tool-${String(index)}`,
        inputSchema: { type: "object" },
        annotations: given as never,
      })),
    );
    for (const approval of ["writes", "destructive"] as const) {
      const { tools } = await mcpTools(client, { approve: approval, trustHints: true });
      expect(Object.values(tools).map(({ needsApproval }) => needsApproval)).toEqual(
        annotations.map(() => true),
      );
    }
  });

  test("combines with a timeout, a prefix and renamed tools", async () => {
    const { tools } = await mcpTools(await linkedClient(desk().server), {
      approve: "destructive",
      trustHints: true,
      approvalTimeoutMs: 60_000,
      prefix: "desk/",
      rename: ({ name }) => (name === "read" ? "destroys-nothing" : undefined),
    });
    expect(tools["desk/destroys"]).toMatchObject({
      needsApproval: true,
      approvalTimeoutMs: 60_000,
    });
    expect(tools["destroys-nothing"]).not.toHaveProperty("needsApproval");
    expect(tools["destroys-nothing"]).not.toHaveProperty("approvalTimeoutMs");
  });

  test.each<readonly [string, object, string]>([
    ["another text", { approve: "write" }, "approve"],
    ["true", { approve: true }, "approve"],
    ["false", { approve: false }, "approve"],
    ["null", { approve: null }, "approve"],
    ["a list", { approve: ["writes"] }, "approve"],
    ["a name of every object", { approve: "constructor" }, "approve"],
  ])("refuses %s", async (_, options) => {
    await expect(mcpTools(doubleClient([]), options as McpToolsOptions)).rejects.toThrow(
      'option `approve`: expected "all", "writes" or "destructive"; leave it out if no call needs an approval',
    );
  });

  test("refuses wrong values of the options beside it", async () => {
    const wrong: readonly (readonly [object, string])[] = [
      [{ trustHints: "yes" }, "option `trustHints`: expected true or false"],
      [{ approvalTimeoutMs: 0 }, "option `approvalTimeoutMs`: expected milliseconds above 0"],
      [{ approvalTimeoutMs: Infinity }, "option `approvalTimeoutMs`: expected milliseconds"],
      [{ trustHint: true }, "did you mean `trustHints`?"],
    ];
    for (const [options, message] of wrong)
      await expect(mcpTools(doubleClient([]), options as McpToolsOptions)).rejects.toThrow(message);
  });
});

describe.each([
  ["the client of version 2", linkedClient],
  ["the client of version 1", linkedClient1],
] as const)("a program that calls a server with %s", (_, linked) => {
  test("waits for decisions, and sends each approved call once", async () => {
    const { server, calls } = desk();
    const { tools } = await mcpTools(await linked(server), {
      approve: "destructive",
      trustHints: true,
    });
    const program = `
      [(tool/read {:id 1})
       (pmap (fn [id] (try (tool/destroys {:id id}) (catch Exception e (ex-message e)))) [2 3 4])
       (tool/adds-only {:id 5})]`;
    const step = await run(program, { tools });
    if (step.status !== "waiting") expect.fail("expected a run that waits");
    expect(step.pending.map(({ tool, arguments: args }) => [tool, args])).toEqual([
      ["destroys", { id: 2 }],
      ["destroys", { id: 3 }],
      ["destroys", { id: 4 }],
    ]);
    expect(calls).toEqual(["read 1"]);
    const decisions = [approve(), deny("too late"), approve({ arguments: { id: 44 } })];
    const next = await resume(program, JSON.parse(JSON.stringify(step.checkpoint)) as never, {
      tools,
      decisions: Object.fromEntries(
        step.pending.flatMap(({ id }, index) => {
          const decision = decisions[index];
          return decision === undefined ? [] : [[id, decision]];
        }),
      ),
    });
    expect(next.ok && next.return).toEqual([
      "read of 1",
      ["destroys of 2", "the call was denied: too late", "destroys of 44"],
      "adds-only of 5",
    ]);
    expect(calls).toEqual(["read 1", "destroys 2", "destroys 44", "adds-only 5"]);
  });
});

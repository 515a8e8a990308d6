// Tests that clients of both SDKs are accepted without a cast, and agents accept the resulting
// tools.
import { Client as Client2 } from "@modelcontextprotocol/client";
import { Client as Client1 } from "@modelcontextprotocol/sdk/client/index.js";
import type { Tools } from "@ptc/core/contracts";
import { run as runProgram } from "@ptc/lisp";
import { defineAgent } from "@ptc/subagent";
import { expectTypeOf, test } from "vitest";
import { mcpTools, type McpClient, type McpTool, type McpToolWarning } from "../../src/index.ts";

const info = { name: "test", version: "1.0.0" };
declare const subclass: SpecialClient;
class SpecialClient extends Client2 {}

test("accepts clients of both SDKs", () => {
  expectTypeOf(new Client1(info)).toExtend<McpClient>();
  expectTypeOf(new Client2(info)).toExtend<McpClient>();
  expectTypeOf(mcpTools(new Client1(info))).resolves.toExtend<{ tools: Tools }>();
  expectTypeOf(mcpTools(new Client2(info))).resolves.toExtend<{ tools: Tools }>();
  expectTypeOf(mcpTools(subclass)).resolves.toExtend<{ tools: Tools }>();
});

test("rejects other values", () => {
  // @ts-expect-error It cannot call tools.
  void mcpTools({ listTools: () => Promise.resolve({ tools: [] }) });
  // @ts-expect-error Its list is no promise.
  void mcpTools({ listTools: () => ({ tools: [] }), callTool: () => Promise.resolve() });
});

test("agents and programs accept the tools, alone and combined with others", async () => {
  const { tools, warnings } = await mcpTools(new Client2(info));
  defineAgent({ prompt: "Do it.", tools });
  defineAgent({ prompt: "Do it.", tools: { ...tools, own: () => 1 } });
  void runProgram("1", { tools });
  expectTypeOf(warnings).toEqualTypeOf<readonly McpToolWarning[]>();
});

test("options are values or functions of the tool", () => {
  void mcpTools(new Client2(info), {
    cache: ({ annotations }) => annotations?.readOnlyHint,
    timeoutMs: (tool) => {
      expectTypeOf(tool).toEqualTypeOf<McpTool>();
      return tool.name === "slow" ? 600_000 : undefined;
    },
    retries: 1,
  });
  // @ts-expect-error A text says no number of retries.
  void mcpTools(new Client2(info), { retries: "1" });
});

// A tool with schemas of a library works for programs with and without an agent, and is checked
// against its schemas in both, once per call.

import { expect, test } from "vitest";
import { z } from "zod";
import type { Tool } from "@ptc/core/contracts";
import { run as runProgram } from "@ptc/lisp";
import { createScriptedModel } from "@ptc/llm";
import { inputSchema, outputSchema, signature } from "@ptc/signature";
import { run } from "../src/index.ts";

const checks: string[] = [];
const noted = (name: string) =>
  z.preprocess((value) => {
    checks.push(name);
    return value;
  }, z.unknown());

test("zod schemas check, convert and fill in arguments without an agent", async () => {
  const find: Tool = {
    inputSchema: z.object({ id: z.coerce.number().int().min(1), unit: z.string().default("kg") }),
    outputSchema: z.object({ id: z.number(), unit: z.string() }).transform(({ unit }) => unit),
    execute: (args) => args,
  };
  expect(await runProgram('(tool/find {:id "7"})', { tools: { find } })).toMatchObject({
    ok: true,
    return: "kg",
  });
  expect(await runProgram("(tool/find {:id 0})", { tools: { find } })).toMatchObject({
    ok: false,
    fail: { message: expect.stringContaining("wrong arguments: id: ") as string },
  });
});

test("a signature is enforced through its schemas, as the error for its text says", async () => {
  const find = { execute: ({ id }) => [id] } satisfies Tool;
  const text = "(id :int) -> [:int]";
  await expect(runProgram("1", { tools: { find: { ...find, signature: text } } })).rejects.toThrow(
    "inputSchema(signature(",
  );
  const contract = signature(text);
  const tools = {
    find: {
      ...find,
      inputSchema: inputSchema(contract),
      outputSchema: outputSchema(contract),
    },
  };
  expect(await runProgram('(tool/find {:id "7"})', { tools })).toMatchObject({ return: [7] });
  expect(await runProgram('(tool/find {:id "x"})', { tools })).toMatchObject({ ok: false });
});

test("a call in a mission is checked once on its way in and once on its way out", async () => {
  const tools = {
    find: {
      inputSchema: noted("arguments"),
      outputSchema: noted("answer"),
      execute: () => {
        checks.push("call");
        return 1;
      },
    },
  };
  checks.length = 0;
  const llm = createScriptedModel(["(return (tool/find {:id 1}))"]);
  expect(await run("Find it.", { tools, llm })).toMatchObject({ ok: true, return: 1 });
  expect(checks).toEqual(["arguments", "call", "answer"]);
});

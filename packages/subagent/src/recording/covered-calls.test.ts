import type { ToolCallRecord } from "@ptc/core/contracts";
import type { Tools } from "@ptc/lisp";
import { expect, test } from "vitest";
import { z } from "zod/v4";
import { defineAgent, run } from "../index.ts";
import { CoveredCalls } from "./covered-calls.ts";
import { createRunRecorder, readRunRecording, replay } from "./index.ts";

const look = ({ id }: { readonly id?: unknown }) => ({ id, tags: ["a"] });

async function played(given: Tools, program: string, changed = given) {
  const lines: string[] = [];
  const record = createRunRecorder({ write: (line) => void lines.push(line.trimEnd()) });
  const agent = (tools: Tools) => defineAgent({ prompt: "Look.", tools });
  await run(agent(given), { llm: () => Promise.resolve(program), record });
  expect(record.error).toBeUndefined();
  const { digest } = JSON.parse(lines.at(-1) ?? "") as { readonly digest: string };
  const again = async (of: readonly string[] = lines) =>
    await replay(agent(changed), readRunRecording(of.join("\n")));
  return { lines, form: digest.slice(0, digest.indexOf("-")), again };
}

const each = "(return (mapv (fn [id] (tool/look {:id id})) [1 2 3]))";

test.each([
  ["calls in a loop", { look }, each],
  ["a tool that returns a promise", { look: (args) => Promise.resolve(look(args)) }, each],
  [
    "parallel calls that end in another order",
    {
      look: async (args) => {
        for (let turn = 0; turn < 5 - Number(args["id"]); turn++) await Promise.resolve();
        return look(args);
      },
    },
    each.replace("mapv", "pmap"),
  ],
  ["calls without arguments", { look: () => ({ tags: ["a"] }) }, "(return (tool/look {}))"],
  ["calls without a result", { look: () => undefined }, each],
  ["outcomes", { look: (args) => ({ ok: true, value: look(args) }) }, each],
] satisfies [string, Tools, string][])(
  "the digest of a step refers to the lines of %s",
  async (_, tools, program) => {
    const { form, again } = await played(tools, program);
    expect(form).toBe(_ === "outcomes" ? "2" : "3ar");
    expect((await again()).isSame).toBe(true);
  },
);

test("arguments that a contract converts are in the digest", async () => {
  const inputSchema = z.object({ id: z.number().transform((id) => id + 1) });
  const { form, again } = await played({ look: { inputSchema, execute: look } }, each);
  expect(form).toBe("3r");
  expect((await again()).isSame).toBe(true);
});

test("results that a changed contract converts differ from the recorded step", async () => {
  const changed = { look: { outputSchema: z.object({ id: z.number() }), execute: look } };
  const program = "(tool/look {:id 1}) (return 1)";
  const { form, again } = await played({ look }, program, changed);
  expect(form).toBe("3ar");
  expect(await again()).toMatchObject({ isSame: false, step: { ok: true, return: 1 } });
});

test("a result that was edited in the recording differs, even if the program ignores it", async () => {
  const { lines, again } = await played({ look }, "(tool/look {:id 1}) (return 1)");
  const edited = lines.map((line) => line.replace('"tags":["a"]', '"tags":["b"]'));
  expect(edited).not.toEqual(lines);
  expect(await again(edited)).toMatchObject({ isSame: false, step: { ok: true, return: 1 } });
  const spaced = lines.map((line) => line.replaceAll('":', '" : '));
  expect((await again(spaced)).isSame).toBe(true);
});

test("finds the lines of records in any order", () => {
  const calls = new CoveredCalls();
  const values = [1, 2, 3].map((id) => [{ id }, { tag: id }] as const);
  for (const [args, result] of values) calls.add(args, result);
  const recordOf = (index: number, result: unknown = values[index]?.[1]) =>
    ({ args: values[index]?.[0] ?? {}, result }) as unknown as ToolCallRecord;
  const find = calls.finder();
  expect([2, 0, 1].map((index) => find(recordOf(index)))).toEqual(
    [2, 0, 1].map((line) => ({ args: line, result: line })),
  );
  expect(find(recordOf(0, "converted"))).toEqual({ args: 0, result: undefined });
  expect(calls.partsOf([recordOf(0, "converted"), recordOf(1)])).toEqual({
    args: true,
    results: false,
  });
});

// Tests the agent's own model, and the step of a run as JSON.

import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { stepFromJson } from "@ptc/subagent/step-json";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { ptc } from "../../test/memory-host.ts";

const stock = join(import.meta.dirname, "../../test/missions/stock");
const subagent = JSON.stringify(import.meta.resolve("@ptc/subagent"));
const testModel = JSON.stringify(import.meta.resolve("@ptc/llm"));

let folder = "";
const trace = ["--trace", "t.jsonl"];

function mission(name: string, llm: string): void {
  mkdirSync(join(folder, name));
  writeFileSync(
    join(folder, name, "mission.mjs"),
    `import { defineAgent } from ${subagent};
     import { createRecordedModel } from ${testModel};
     const recorded = (text) => createRecordedModel({ format: "ptc-recording", version: 1,
       model: "house-model", recordedAt: "2025-01-31", answers: [{ text }] });
     export default { title: "Own", agent: defineAgent({ prompt: "p", llm: ${llm} }) };`,
  );
}

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "ptc-own-"));
  mission("own", 'recorded("(return 41)")');
  mission("function", 'async () => "(return 42)"');
  mission("both", 'recorded("(return 41)")');
  writeFileSync(
    join(folder, "both", "recording.json"),
    JSON.stringify({
      format: "ptc-recording",
      version: 1,
      model: "m",
      recordedAt: "2025-01-31",
      answers: [{ text: "(return 43)" }],
    }),
  );
  mission("named", '"anthropic:claude-x"');
  mission("odd", '"house-model"');
  mission("none", "undefined");
  for (const [name, options] of [
    ["bare", 'name: "counter", prompt: "Count."'],
    ["unnamed", 'prompt: "Count the\\u001b things.\\nThen stop."'],
    ["inputs", 'prompt: "Double.", signature: "(n :int) -> :int"'],
  ] as const) {
    mkdirSync(join(folder, name));
    writeFileSync(
      join(folder, name, "mission.mjs"),
      `import { defineAgent } from ${subagent};
       export default defineAgent({ ${options}, llm: async () => "(return 44)" });`,
    );
  }
  mission("failing", 'recorded("(fail {:reason :no :message \\"\\\\u001b[2J\\"})")');
});
afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

const run = (...words: string[]) => ptc(["run", ...words, ...trace], { folder });

describe("the agent's own model", () => {
  test("is used if no other is named, and shown in the heading", async () => {
    const { code, output } = await run("own");
    expect([code, output]).toEqual([0, expect.stringContaining("Answer\n41\n")]);
    expect(output).toMatch(/^Model: house-model \(.+\), the agent's own llm, called live\.$/m);
    const asked = await run("function");
    expect(asked.output).toMatch(/^Model: a function, the agent's own llm,/m);
    expect(asked.output).toContain("Answer\n42\n");
  });

  test("is overridden by a recording, in the folder or named, and by --model", async () => {
    expect((await run("both")).output).toMatch(/^Model: a recording of [^]*Answer\n43\n/m);
    const named = await run("own", "--recording", join("both", "recording.json"));
    expect(named.output).toContain("Answer\n43\n");
    expect((await run("own", "--model", "anthropic:x")).errors).toContain("ANTHROPIC_API_KEY");
  });

  test("can be a name like those of --model, and other names are rejected", async () => {
    expect(await run("named")).toMatchObject({
      code: 2,
      errors: expect.stringContaining("needs a key (set ANTHROPIC_API_KEY)") as string,
    });
    expect((await run("odd")).errors).toContain(
      `the agent's llm "house-model": expected provider:model with one of anthropic`,
    );
  });

  test("is required if there is no recording", async () => {
    expect((await run("none")).errors).toContain("no such file, and the agent has no llm");
  });
});

describe("an agent as the default export of a mission file", () => {
  test("runs with its name or the first line of its prompt as title", async () => {
    const { code, output, errors } = await run("bare");
    expect([code, errors]).toEqual([0, ""]);
    expect(output).toMatch(/^counter\nMission: bare\/mission\.mjs\nModel: a function, /);
    expect(output).toContain("Answer\n44\n");
    expect((await run("unnamed")).output).toMatch(/^Count the\\u001b things\.\nMission: /);
  });

  test("fails with the missing inputs, because it has no context", async () => {
    const { code, errors } = await run("inputs");
    expect([code, errors]).toEqual([1, expect.stringContaining("n: expected int, got nothing")]);
  });
});

describe("ptc run --json", () => {
  test("prints only the step, as one line", async () => {
    const { code, output, errors } = await run(stock, "--json");
    expect([code, errors, output.split("\n").length]).toEqual([0, "", 2]);
    const step = await stepFromJson(JSON.parse(output));
    expect(step).toMatchObject({ ok: true, step: { ok: true } });
    if (step.ok && step.step.ok) expect(step.step.return).toHaveLength(2);
  });

  test("prints a failed step with control characters escaped", async () => {
    const { code, output, errors } = await run("failing", "--json");
    expect([code, errors, output.includes("\u001b")]).toEqual([1, "", false]);
    expect(JSON.parse(output)).toMatchObject({
      ok: false,
      fail: { reason: "no", message: "\u001b[2J" },
    });
  });

  test("prints important notices to standard error", async () => {
    cpSync(join(stock, "recording.json"), join(folder, "a-file"));
    const { code, output, errors } = await ptc(
      ["run", "function", "--json", "--trace", join("a-file", "t.jsonl")],
      { folder },
    );
    expect([code, errors]).toEqual([0, expect.stringMatching(/^The trace .* is incomplete: /)]);
    expect(JSON.parse(output)).toMatchObject({ ok: true, return: 42 });
  });
});

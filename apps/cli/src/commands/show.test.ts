import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { displayWidth } from "@ptc/subagent/internal/node";
import { ptc } from "../../test/memory-host.ts";

const missions = join(import.meta.dirname, "../../test/missions");

let folder = "";
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "ptc-show-"));
  mkdirSync(join(folder, ".git"));
  const { code, output, errors } = await ptc(
    ["run", join(missions, "stock"), "--step", "steps/step.json"],
    { folder },
  );
  expect([code, errors]).toEqual([0, ""]);
  expect(output).toMatch(/\nStep: steps[\\/]step\.json \(show it with ptc show\)\n\nResult: /);
});
afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

const show = (...words: readonly string[]) =>
  ptc(["show", "steps/step.json", ...words], { folder });

describe("ptc show", () => {
  test("shows the stored step of ptc run, with the model's input, in 80 columns", async () => {
    const { code, output, errors } = await show();
    expect([code, errors]).toEqual([0, ""]);
    expect(output).toMatch(/^The mission was answered\n {2}4 turns, /);
    expect(output).toContain("\nTurn 4: answered\n  program");
    expect(output).toContain("\n  sent to the model\n");
    expect(Math.max(...output.split("\n").map((line) => displayWidth(line)))).toBeLessThanOrEqual(
      80,
    );
  });

  test("reads the output of ptc run --json from standard input", async () => {
    const { output: input } = await ptc(["run", join(missions, "stock"), "--json"], { folder });
    const { code, output } = await ptc(["show", "-", "--messages"], { folder, input });
    expect(code).toBe(0);
    expect(output).toContain("Turn 4: answered");
    expect(output).toContain("run the mission with");
  });

  test("prints colors on a terminal, and uses its width up to 100 columns", async () => {
    const words = ["show", "steps/step.json"];
    const plain = await ptc(words, { folder, environment: { NO_COLOR: "1" }, columns: 60 });
    const coloured = await ptc(words, { folder, columns: 60 });
    expect(coloured.output).toContain("\u001b[1mTurn 1\u001b[22m");
    // eslint-disable-next-line no-control-regex -- the codes of colours are what is taken out
    expect(coloured.output.replace(/\u001b\[\d+m/g, "")).toBe(plain.output);
    const widest = ({ output }: { output: string }) =>
      Math.max(...output.split("\n").map((line) => displayWidth(line)));
    expect(widest(plain)).toBeLessThanOrEqual(60);
    const wide = await ptc(words, { folder, environment: { NO_COLOR: "1" }, columns: 300 });
    expect(widest(wide)).toBeLessThanOrEqual(100);
    expect(widest(wide)).toBeGreaterThan(60);
  });

  test("shows turns, full answers, messages, a prompt section, and usage on request", async () => {
    const { output: last } = await show("--turns", "last");
    expect(last).toContain("… 3 turns not shown (turns)");
    const { output: some } = await show("--turns", "1,3");
    expect(some.match(/^Turn \d/gm)).toEqual(["Turn 1", "Turn 3"]);
    const { output: all } = await show("--raw", "--messages", "--usage", "--prompt", "Tools");
    for (const text of ["the model wrote", "the model was sent", "│ ## Tools", "evaluation steps"])
      expect(all).toContain(text);
    const { output: whole } = await show("--prompt", "all", "--lines", "200", "--turns", "none");
    expect(whole).toContain("│ ## Answer");
  });

  test("shows child missions with --children", async () => {
    const survey = join(missions, "survey");
    await ptc(["run", survey, "--step", "survey.json"], { folder });
    const { output } = await ptc(["show", "survey.json"], { folder });
    expect(output).toContain("\nMissions below (2)\n  region answered");
    const { output: opened } = await ptc(["show", "survey.json", "--children", "1"], { folder });
    expect(opened).toContain("\n  tool/region in turn 1\n    The mission was answered\n");
  });

  test.each([
    [["--turns", "first"], "--turns needs all, last, none, or numbers such as 1,3"],
    [["--children", "21"], "--children needs a whole number from 0 to 20"],
    [["--lines", "0"], "--lines needs a whole number from 1 to 20,000"],
  ])("rejects %j", async (words, message) => {
    const { code, output, errors } = await show(...words);
    expect([code, output]).toEqual([2, ""]);
    expect(errors).toBe(
      `ptc show: ${message}\nRun "ptc show --help" for its arguments and options.\n`,
    );
  });

  test.each([
    [
      "not JSON",
      "{",
      /^ptc show: no-step\.json: not JSON: .*\nptc run --step step\.json writes a step\./,
    ],
    ["other JSON", "[1]", /^ptc show: no-step\.json: the JSON is not a step: .*\nptc run --step/],
    ["a trace", '{"type":"mission-start"}\n{"type":"x"}\n', /To show a trace, use ptc trace\.\n$/],
  ])("reports that a file with %s is not a step", async (_what, text, message) => {
    writeFileSync(join(folder, "no-step.json"), text);
    const { code, output, errors } = await ptc(["show", "no-step.json"], { folder });
    expect([code, output]).toEqual([2, ""]);
    expect(errors).toMatch(message);
  });

  test("names a missing file", async () => {
    const { code, errors } = await ptc(["show", "none.json"], { folder });
    expect([code, errors]).toEqual([2, "ptc show: step none.json: no such file\n"]);
  });
});

describe("ptc run --step", () => {
  test("writes one line of JSON that only its owner can read", () => {
    const path = join(folder, "steps/step.json");
    expect(readFileSync(path, "utf8")).toMatch(/^\{"format":"ptc-step",.*\}\n$/);
    expect(statSync(path).mode & 0o077).toBe(0);
  });

  test("leaves an existing file unchanged, and runs nothing", async () => {
    const before = readFileSync(join(folder, "steps/step.json"), "utf8");
    const { code, output, errors } = await ptc(
      ["run", join(missions, "stock"), "--record", "new.jsonl", "--step", "steps/step.json"],
      { folder },
    );
    expect([code, output]).toEqual([2, ""]);
    expect(errors).toBe(
      "ptc run: --step steps/step.json: the file already exists; each step is for one run, so choose another name\n",
    );
    expect(readFileSync(join(folder, "steps/step.json"), "utf8")).toBe(before);
  });
});

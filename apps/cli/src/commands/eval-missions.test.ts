import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { ptc } from "../../test/memory-host.ts";

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "eval-missions-"));
  // The folder of a module decides which packages it finds, so the suite is plain data.
  writeFileSync(
    join(folder, "suite.mjs"),
    `const cases = [
  { name: "two", tags: ["sum"], prompt: "Return 2.", signature: "() -> :int", expected: 2 },
  { name: "three", prompt: "Return 3.", signature: "() -> :int", expected: 3 },
];
export default { name: "numbers", cases: () => cases };
const answer = (text) => async () => text;
export const variants = [
  { name: "right", llm: async ({ messages }) => "(return " + /Return (\\d)/.exec(JSON.stringify(messages))[1] + ")" },
  { name: "wrong", llm: answer("(return 2)") },
];
`,
  );
});
afterAll(() => {
  rmSync(folder, { recursive: true });
});

const evaluated = (...words: readonly string[]) =>
  ptc(["eval-missions", ...words], { folder, environment: { NO_COLOR: "1" } });

describe("ptc eval-missions", () => {
  test("prints the report of a module, writes its files, and fails under a share", async () => {
    const files = ["--html", "r.html", "--json", "r.json", "--junit", "r.xml"];
    const { code, output, errors } = await evaluated("suite.mjs", ...files, "--fail-under", "0.9");
    expect(code).toBe(1);
    expect(errors).toContain("wrong passed 50.0%, less than --fail-under 0.9\n");
    expect(errors).toContain("4 of 4 runs, 3 passed, 1 failed");
    expect(output).toContain("numbers: 4 runs\n");
    expect(output).toContain("wrong with right: 2 cases");
    const report = JSON.parse(readFileSync(join(folder, "r.json"), "utf8")) as {
      readonly variants: readonly { readonly passed: number }[];
    };
    expect(report.variants.map(({ passed }) => passed)).toEqual([2, 1]);
    expect(readFileSync(join(folder, "r.xml"), "utf8")).toContain('failures="1"');
    const html = readFileSync(join(folder, "r.html"), "utf8");
    const trace = /href="([^"]*\.jsonl)"/.exec(html)?.[1] ?? "";
    expect(readFileSync(join(folder, trace), "utf8")).toContain('"mission-end"');
  });

  test("repeats nothing in a second call, and selects cases", async () => {
    const again = await evaluated("suite.mjs");
    expect([again.code, again.errors]).toEqual([0, ""]);
    const one = await evaluated("suite.mjs", "--tag", "sum", "--id", "other");
    expect(one.output).toContain("numbers: 2 runs\n");
  });

  test("records runs, and replays them offline", async () => {
    const recorded = await evaluated("suite.mjs", "--id", "recorded", "--record", "recordings");
    expect(recorded.code).toBe(0);
    expect(readdirSync(join(folder, "recordings"))).toHaveLength(4);
    const replayed = await evaluated("suite.mjs", "--against", "recordings");
    expect([replayed.code, replayed.errors]).toEqual([0, ""]);
    expect(replayed.output).toContain("numbers: 4 runs\n");
    const none = await evaluated("suite.mjs", "--against", "nowhere");
    expect([none.code, none.errors]).toEqual([2, expect.stringContaining("nowhere: ") as string]);
  });

  test("lets a person be the model, in several calls", async () => {
    const words = ["desks", "--case", "calendar: move lunch", "--model", "manual:play"];
    const play = () => evaluated(...words, "--mode", "program", "--mode", "direct", "--no-wait");
    const first = await play();
    expect(first.code).toBe(3);
    expect(first.errors).toBe(
      "2 runs wait for answers: write them beside the requests, and call the command again\n",
    );
    const of = (variant: string): string => {
      const [name = ""] = readdirSync(join(folder, "play", variant));
      return join(folder, "play", variant, name);
    };
    expect(readFileSync(join(of("program"), "request-0001.md"), "utf8")).toContain(
      "=== user\nMove",
    );
    writeFileSync(
      join(of("program"), "answer-0001.txt"),
      '(return (tool/move_meeting {:id "M3" :start "13:00"}))',
    );
    const call = { tool: "move_meeting", arguments: { id: "M3", start: "13:00" } };
    writeFileSync(join(of("direct"), "answer-0001.json"), JSON.stringify({ calls: [call] }));
    expect((await play()).code).toBe(3);
    expect(readFileSync(join(of("direct"), "request-0002.md"), "utf8")).toContain(
      "result of move_meeting",
    );
    writeFileSync(join(of("direct"), "answer-0002.txt"), '{"start": "13:00"}');
    const last = await play();
    expect(last.code).toBe(0);
    expect(last.output).toMatch(/program +1 +100\.0%/);
    expect(last.output).toMatch(/direct +1 +100\.0%/);
    expect(last.output).toContain("about ");
  });

  test.each<[words: readonly string[], error: string]>([
    [["fleet"], "choose a model with --model provider:name, or export variants"],
    [["nowhere.mjs"], "nowhere.mjs: can't be loaded"],
    [["suite.mjs", "--mode", "slow", "--model", "manual:x"], "--mode needs one of program"],
    [["suite.mjs", "--fail-under", "90"], "--fail-under needs a share from 0 to 1"],
    [["suite.mjs", "--repeats", "0"], "--repeats needs a whole number from 1"],
    [["suite.mjs", "--max-cost", "1"], "so its cost can't be limited"],
  ])("says what is wrong with %j", async (words, error) => {
    const { code, errors } = await evaluated(...words);
    expect([code, errors]).toEqual([2, expect.stringContaining(error) as string]);
  });
});

import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { ptc } from "../../test/memory-host.ts";

const stock = join(import.meta.dirname, "../../test/missions/stock");

let folder = "";
beforeAll(async () => {
  // Inside the package, so that the module of the mission finds its imports.
  folder = mkdtempSync(join(import.meta.dirname, "../../test/replay-"));
  mkdirSync(join(folder, ".git"));
  mkdirSync(join(folder, "missions"));
  cpSync(stock, join(folder, "missions/stock"), { recursive: true });
  const { code, output, errors } = await ptc(
    ["run", "missions/stock", "--record", "run.jsonl", "--trace", "trace.jsonl"],
    { folder },
  );
  expect([code, errors]).toEqual([0, ""]);
  expect(output).toContain("Recording: run.jsonl");
});
afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

function edited(program: string): string {
  writeFileSync(join(folder, "program.clj"), program);
  return "program.clj";
}

describe("ptc replay", () => {
  test("replays a run with the agent of the folder that the recording names", async () => {
    const { code, output, errors } = await ptc(["replay", "run.jsonl"], { folder });
    expect([code, errors]).toEqual([0, ""]);
    expect(output).toContain("Mission: missions/stock/mission.ts");
    expect(output).toContain("No model or tool is called.");
    expect(output).toContain("Turn 4 of at most 4");
    expect(output).toMatch(/\nThe step equals the recorded step\.\n$/);
  });

  test("shows where an edited program diverges from the recording, in both programs", async () => {
    const program = edited('(println "first")\n(def items (tool/items {:page 2}))');
    const { code, output, errors } = await ptc(
      ["replay", "run.jsonl", "--edit", program, "--turn", "1"],
      { folder },
    );
    expect(code).toBe(1);
    expect(errors).toContain("replay_diverged: tool/items is called with other arguments at 1/0");
    const [, divergence = ""] = output.split("The run diverges from its recording at 1/0\n");
    expect(divergence).toBe(
      [
        "tool/items is called with other arguments at 1/0 than in the recording",
        "",
        "Recorded  tool/items {}  turn 1, line 1, column 12",
        "    (def items (tool/items {}))",
        "               ^",
        "",
        'This run  tool/items {"page":2}  turn 1, line 2, column 12',
        "    (def items (tool/items {:page 2}))",
        "               ^",
        "",
      ].join("\n"),
    );
    expect(output.match(/Turn 1 of/g)).toHaveLength(1);
  });

  test("shows an unrecorded call and the program that made it", async () => {
    const program = edited("(pmap (fn [page]\n  (tool/items {:page page})) [1])");
    const { code, output } = await ptc(["replay", "run.jsonl", "--edit", program, "--turn", "1"], {
      folder,
    });
    expect(code).toBe(1);
    const [, divergence = ""] = output.split("The run diverges from its recording at 1/0.0/0\n");
    expect(divergence).toBe(
      [
        "the recording has no call of tool/items at 1/0.0/0",
        "",
        "Recorded at 1/0  tool/items {}  turn 1, line 1, column 12",
        "    (def items (tool/items {}))",
        "               ^",
        "",
        'This run  tool/items {"page":1}  turn 1, line 2, column 3',
        "      (tool/items {:page page})) [1])",
        "      ^",
        "",
      ].join("\n"),
    );
  });

  test("reports a missing end of the recording instead of success", async () => {
    const lines = readFileSync(join(folder, "run.jsonl"), "utf8").trimEnd().split("\n");
    expect(lines.at(-1)).toContain('"type":"end"');
    writeFileSync(join(folder, "endless.jsonl"), `${lines.slice(0, -1).join("\n")}\n`);
    const { code, output } = await ptc(["replay", "endless.jsonl"], { folder });
    expect(code).toBe(1);
    expect(output).toContain("the recording was interrupted before the run ended");
    expect(output).not.toContain("The step equals the recorded step");
  });

  test("succeeds if an edited program makes no new calls", async () => {
    const program = edited(
      "(return (mapv (fn [i] {:sku (:sku i) :name (:name i) :value 1 :tags []}) (tool/items {})))",
    );
    const { code, output } = await ptc(["replay", "run.jsonl", "--edit", program, "--turn", "1"], {
      folder,
    });
    expect(output).toMatch(/\nThe edited run requested only what the recording contains\.\n$/);
    expect(code).toBe(0);
  });

  test("reports a truncated recording, and one that no longer matches the agent", async () => {
    const lines = readFileSync(join(folder, "run.jsonl"), "utf8").split("\n");
    writeFileSync(join(folder, "cut.jsonl"), `${lines.slice(0, 4).join("\n")}\n{"type":"mo`);
    const cut = await ptc(["replay", "cut.jsonl"], { folder });
    expect(cut.code).toBe(1);
    expect(cut.output).toContain("The run diverges from its recording at 2/m0.1");
    expect(cut.errors).toContain("it was interrupted, so it ends before the run");
    cpSync(join(folder, "missions/stock"), join(folder, "missions/other"), { recursive: true });
    const file = join(folder, "missions/other/mission.ts");
    writeFileSync(file, readFileSync(file, "utf8").replace("maxTurns: 4", "maxTurns: 1"));
    const other = await ptc(["replay", "run.jsonl", "missions/other"], { folder });
    expect(other.code).toBe(1);
    expect(other.output).toContain(
      "the recorded run calls the model at 2/m0.1, but this one does not",
    );
  });

  test.each([
    [["replay"], "ptc replay: missing recording: pass the file"],
    [["replay", "none.jsonl"], "ptc replay: recording none.jsonl: no such file"],
    [
      ["replay", "trace.jsonl"],
      "ptc replay: trace.jsonl: line 1 of the recording is not the header of a recorded run",
    ],
    [
      ["replay", "run.jsonl", "missions"],
      "ptc replay: mission folder missions: found no mission.ts",
    ],
    [["replay", "run.jsonl", "missions/stock", "more"], 'ptc replay: unexpected argument "more"'],
    [
      ["replay", "run.jsonl", "--turn", "1"],
      "ptc replay: --turn needs --edit: it selects the program to replace",
    ],
    [
      ["replay", "run.jsonl", "--edit", "run.jsonl"],
      "ptc replay: --edit: the recording has the turns 1, 2, 3, 4 (choose one with --turn)",
    ],
    [
      ["replay", "run.jsonl", "--edit", "run.jsonl", "--turn", "9"],
      "ptc replay: --turn 9: the recording has the turns 1, 2, 3, 4",
    ],
    [
      ["replay", "run.jsonl", "--edit", "run.jsonl", "--turn", "x"],
      "ptc replay: --turn needs the number of a turn, 1 or more",
    ],
    [
      ["replay", "run.jsonl", "--edit", "none.clj", "--turn", "1"],
      "ptc replay: program none.clj: no such file",
    ],
    [
      ["run", "missions/stock", "--record", "run.jsonl"],
      "ptc run: --record run.jsonl: the file already exists; each recording is for one run, so choose another name",
    ],
    [
      ["run", "missions/stock", "--journal", "run.jsonl"],
      "ptc run: --journal run.jsonl: the journal ",
    ],
    [
      ["run", "missions/stock", "--journal", "missions"],
      "ptc run: --journal missions: this is a folder, not a file",
    ],
  ])("reports wrong usage for %j", async (commandLine, message) => {
    const { code, errors } = await ptc(commandLine, { folder });
    expect(errors).toContain(message);
    expect(code).toBe(2);
    expect(existsSync(join(folder, "run.jsonl.lock"))).toBe(false);
  });

  test("never uses a folder outside the current one, even if the recording names it", async () => {
    const text = readFileSync(join(folder, "run.jsonl"), "utf8");
    mkdirSync(join(folder, "inner"));
    symlinkSync(join(folder, "missions"), join(folder, "inner/linked"));
    for (const mission of [
      ["..", "missions", "stock"],
      ["linked", "stock"],
      ["/"],
      [""],
      ["."],
      ["missions/stock"],
      ["__proto__"],
    ]) {
      writeFileSync(
        join(folder, "inner/named.jsonl"),
        text.replace(/"mission":\[[^\]]*\]/, `"mission":${JSON.stringify(mission)}`),
      );
      const { code, errors } = await ptc(["replay", "named.jsonl"], {
        folder: join(folder, "inner"),
      });
      expect(errors).toContain(
        `named.jsonl: the recording names the mission folder ${mission.join("/") || "."}, but the current folder ${join(folder, "inner")} has no mission there (pass the folder: ptc replay named.jsonl <mission folder>)\n`,
      );
      expect(code).toBe(2);
    }
  });
});

describe("ptc replay of a recording by the same person", () => {
  let state = "";
  let missions = "";
  beforeEach(() => {
    state = mkdtempSync(join(tmpdir(), "ptc-state-"));
    missions = mkdtempSync(join(import.meta.dirname, "../../test/replay-missions-"));
    for (const name of ["here", "elsewhere"]) mkdirSync(join(missions, name));
    cpSync(stock, join(missions, "stock"), { recursive: true });
  });
  afterEach(() => {
    for (const path of [state, missions]) rmSync(path, { recursive: true, force: true });
  });
  const ptcIn = (name: string, ...words: readonly string[]) =>
    ptc(words, { folder: join(missions, name), environment: { XDG_STATE_HOME: state } });
  const record = async (name: string, mission: string) => {
    const more = ["--record", "run.jsonl", "--trace", "trace.jsonl"];
    const { code, errors } = await ptcIn(name, "run", mission, ...more);
    expect([code, errors]).toEqual([0, ""]);
  };

  test.each([
    ["an absolute folder", "here", () => join(missions, "stock"), "here", "run.jsonl"],
    ["a folder beside the current one", "here", () => "../stock", "here", "run.jsonl"],
    ["a folder below the current one", ".", () => "stock", "elsewhere", "../run.jsonl"],
    ["the current folder", "stock", () => ".", "elsewhere", "../stock/run.jsonl"],
  ])("finds its mission in %s", async (_, recordedIn, mission, replayedIn, path) => {
    await record(recordedIn, mission());
    const { code, output, errors } = await ptcIn(replayedIn, "replay", path);
    expect([code, errors]).toEqual([0, ""]);
    expect(output).toContain(`Mission: ${join(missions, "stock", "mission.ts")}\n`);
    expect(output).toMatch(/\nThe step equals the recorded step\.\n$/);
  });

  test("names both folders if the mission has moved, and how to pass the folder", async () => {
    await record(".", "stock");
    renameSync(join(missions, "stock"), join(missions, "moved"));
    const { code, errors } = await ptcIn("elsewhere", "replay", "../run.jsonl");
    expect(errors).toBe(
      `ptc replay: ../run.jsonl: the recording names the mission folder stock, but the current folder ${join(missions, "elsewhere")} has no mission there; it was recorded with the mission in ${join(missions, "stock")}, which is gone (pass the folder: ptc replay ../run.jsonl <mission folder>)\n`,
    );
    expect(code).toBe(2);
    const passed = await ptcIn("elsewhere", "replay", "../run.jsonl", "../moved");
    expect([passed.code, passed.errors]).toEqual([0, ""]);
  });

  test("doesn't load a folder for a recording that someone else made", async () => {
    await record("here", "../stock");
    const path = join(missions, "here/run.jsonl");
    const text = readFileSync(path, "utf8").replace(/"runId":"[^"]*"/, '"runId":"of-someone-else"');
    writeFileSync(path, text);
    const { code, errors } = await ptcIn("here", "replay", "run.jsonl");
    expect(errors).toBe(
      "ptc replay: run.jsonl: the recording doesn't name its mission folder (pass the folder: ptc replay run.jsonl <mission folder>)\n",
    );
    expect(code).toBe(2);
  });

  test("keeps only the newest runs, and ignores lines that it didn't write", async () => {
    const path = join(state, "ptc/recorded-missions.jsonl");
    mkdirSync(join(state, "ptc"));
    const lines = ["no JSON", "null", '{"runId":1}', '{"runId":"r","folder":"relative"}'];
    for (let run = 0; run < 1_000; run++)
      lines.push(JSON.stringify({ runId: `run ${String(run)}`, folder: "/gone" }));
    writeFileSync(path, `${lines.join("\n")}\n`);
    await record("here", "../stock");
    const stored = readFileSync(path, "utf8").trimEnd().split("\n");
    expect([stored.length, stored[0]]).toEqual([501, '{"runId":"run 500","folder":"/gone"}']);
    expect((await ptcIn("here", "replay", "run.jsonl")).code).toBe(0);
  });
});

test("ptc run --journal continues an earlier run from its journal", async () => {
  const outside = mkdtempSync(join(tmpdir(), "ptc-journal-"));
  const journal = join(outside, "j.jsonl");
  const mission = join(folder, "missions/paid");
  mkdirSync(mission);
  writeFileSync(
    join(mission, "mission.mjs"),
    `import { appendFileSync } from "node:fs";
     import { defineAgent } from "@ptc/subagent";
     export default { title: "Pay.", agent: defineAgent({ prompt: "Pay.", tools: { pay: () => { appendFileSync(${JSON.stringify(join(outside, "ledger"))}, "paid\\n"); return "tx_1"; } } }) };`,
  );
  writeFileSync(
    join(mission, "recording.json"),
    JSON.stringify({
      format: "ptc-recording",
      version: 1,
      model: "m",
      recordedAt: "2026-11-23",
      answers: [{ text: '(return (task "pay_order_1" (tool/pay)))' }],
    }),
  );
  for (let run = 0; run < 2; run++) {
    const { code, output } = await ptc(
      ["run", mission, "--journal", journal, "--trace", join(outside, "t.jsonl")],
      { folder },
    );
    expect(code).toBe(0);
    expect(output).toContain("tx_1");
    expect(output).toContain("Journal: ");
  }
  expect(readFileSync(join(outside, "ledger"), "utf8")).toBe("paid\n");
  expect(readFileSync(journal, "utf8")).toBe(
    '{"format":"ptc-journal","version":1}\n{"id":"pay_order_1","entry":"tx_1"}\n',
  );
  expect(existsSync(`${journal}.lock`)).toBe(false);
  rmSync(outside, { recursive: true });
});

// `ptc run` of a mission that waits, and `ptc resume`.

import {
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { createScriptedModel } from "@ptc/llm";
import { checkpointOf, fork, run, type CheckpointEntry } from "@ptc/subagent";
import { ptc } from "../../test/memory-host.ts";
import mission from "../../test/missions/refunds/mission.ts";

const refunds = join(import.meta.dirname, "../../test/missions/refunds");

let folder = "";
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "ptc-resume-"));
  mkdirSync(join(folder, ".git"));
});
afterEach(() => {
  rmSync(folder, { recursive: true, force: true });
});

/** Runs `ptc` with a folder for the state of this person. */
const person = (...words: readonly string[]) =>
  ptc(words, { folder, environment: { XDG_STATE_HOME: join(folder, "state") } });

test("run stores the state of a mission that waits, and resume continues it", async () => {
  const begun = await person("run", refunds);
  expect(begun.code).toBe(3);
  const [name = ""] = readdirSync(join(folder, ".ptc/checkpoints"));
  const path = `.ptc/checkpoints/${name}`;
  const { runId } = JSON.parse(readFileSync(join(folder, path), "utf8")) as { runId: string };
  expect(begun.output).toContain("The mission waits for decisions about 2 calls.");
  expect(begun.output).toContain('tool/refund {"id":2,"amount":150}');
  expect(begun.output).toContain(`Continue:   ptc resume ${path} --approve ${runId}/1/0.1/0\n`);
  expect(begun.output).not.toContain("The mission failed.");

  const partly = await person("resume", path, "--deny", "1/0.1/0=over budget");
  expect(partly.code).toBe(3);
  expect(partly.output).toContain("The mission waits for decisions about 1 call.");
  const again = await person("resume", path, "--deny", "1/0.1/0=no");
  expect([again.code, again.errors]).toEqual([
    2,
    `ptc resume: --deny 1/0.1/0=no: no call with this id waits; pending: ${runId}/1/0.2/0\n`,
  ]);

  const ended = await person("resume", path, "--edit", '1/0.2/0={"id":3,"amount":120}');
  expect([ended.code, ended.errors]).toEqual([0, ""]);
  for (const text of ["order 1: 50", "the call was denied: over budget", "order 3: 120"])
    expect(ended.output).toContain(text);
});

test("the state is in the folder .ptc, also if the trace is elsewhere", async () => {
  const { output } = await person("run", refunds, "--trace", "trace.jsonl");
  const [name = ""] = readdirSync(join(folder, ".ptc/checkpoints"));
  expect(output).toContain(`Checkpoint: .ptc/checkpoints/${name}\n`);
});

describe("a mission that waits with --libraries", () => {
  const program = "(return [(desk/pay 1) (desk/pay 2)])";
  const desk = (cents: number) =>
    writeFileSync(
      join(folder, "libraries/desk.clj"),
      `(defn pay "Refunds an order." [id] (tool/refund {:id id :amount ${String(cents)}}))`,
    );
  const begin = () => {
    mkdirSync(join(folder, "libraries"));
    desk(150);
    writeFileSync(
      join(folder, "answers.json"),
      JSON.stringify({
        format: "ptc-recording",
        version: 1,
        model: "m",
        recordedAt: "2025-01-31",
        answers: [{ text: program }],
      }),
    );
    const options = ["--libraries", "libraries", "--recording", "answers.json"];
    return person("run", refunds, "--checkpoint", "state.json", ...options);
  };
  const resume = (...words: readonly string[]) =>
    person("resume", "state.json", "--recording", "answers.json", "--approve", "all", ...words);

  test("is continued with the libraries of the same folder", async () => {
    const begun = await begin();
    expect([begun.code, begun.errors]).toEqual([3, ""]);
    // The second call is requested after the first, so the mission waits twice.
    expect((await resume()).code).toBe(3);
    const ended = await resume("--json");
    expect([ended.code, ended.errors]).toEqual([0, ""]);
    expect(JSON.parse(ended.output)).toMatchObject({ return: ["order 1: 150", "order 2: 150"] });
  });

  test("is refused after a library has changed, which is named", async () => {
    await begin();
    desk(7);
    const { code, errors } = await resume();
    expect([code, errors]).toEqual([2, expect.stringContaining("desk")]);
  });

  test("is continued with the libraries of another folder if they are equal", async () => {
    await begin();
    renameSync(join(folder, "libraries"), join(folder, "moved"));
    expect((await resume()).errors).toContain("libraries: no such");
    expect((await resume("--libraries", "moved")).code).toBe(3);
    // The next command remembers the new folder.
    const ended = await resume();
    expect([ended.code, ended.output.includes("order 2: 150")]).toEqual([0, true]);
  });
});

test("several calls are decided by options that are repeated, and by one for all", async () => {
  await person("run", refunds, "--checkpoint", "state.json");
  const both = ["--approve", "1/0.1/0", "--approve", "1/0.2/0"];
  for (const words of [both, ["--approve=all"]]) {
    const { code, output } = await person("resume", "state.json", refunds, ...words);
    expect([code, output.includes("order 3: 200")]).toEqual([0, true]);
  }
});

test("an edit that doesn't match the tool's contract is refused before any call", async () => {
  await person("run", refunds, "--checkpoint", "state.json");
  const { code, errors } = await person("resume", "state.json", "--edit", '1/0.1/0={"id":"x"}');
  expect(code).toBe(2);
  expect(errors).toMatch(/^ptc resume: decisions\[".*\/1\/0\.1\/0"\]: /);
});

test("a checkpoint of someone else selects no folder", async () => {
  await person("run", refunds, "--checkpoint", "state.json");
  const { code, errors } = await ptc(["resume", "state.json", "--approve", "all"], { folder });
  expect([code, errors]).toEqual([
    2,
    "ptc resume: state.json: you didn't run this mission here, so its folder is unknown (pass the folder: ptc resume state.json <mission folder>)\n",
  ]);
});

test.each([
  ["text", "state.json: this is not a checkpoint: pass the file that ptc run wrote"],
  ['{"format":"ptc-checkpoint","kind":"program"}', "this is the checkpoint of one program"],
  ['{"format":"ptc-checkpoint","kind":"mission"}', "the checkpoint is damaged"],
  [
    '{"format":"ptc-checkpoint","kind":"mission","effects":[],"pending":[{"id":1}]}',
    "the checkpoint is damaged",
  ],
])("refuses the file %j", async (text, message) => {
  writeFileSync(join(folder, "state.json"), text);
  const { code, errors } = await person("resume", "state.json", "--approve", "all");
  expect(code).toBe(2);
  expect(errors).toContain(message);
});

test("show describes the stored step of a mission that waits, and its checkpoint", async () => {
  await person("run", refunds, "--checkpoint", "state.json", "--step", "step.json");
  const step = await person("show", "step.json");
  expect([step.code, step.errors]).toEqual([0, ""]);
  expect(step.output).toMatch(/^The mission waits for decisions\n/);
  const checkpoint = await person("show", "state.json");
  expect([checkpoint.code, checkpoint.errors]).toEqual([0, ""]);
  expect(checkpoint.output).toMatch(/^A mission that waits \([0-9a-f]{32}\), with \d+ effects\n/);
  for (const { output } of [step, checkpoint]) {
    expect(output).toContain("tool/refund");
    expect(output).toContain("150");
    expect(output).toContain("/1/0.2/0");
  }
  await person(
    "resume",
    "step.json",
    "--edit",
    '1/0.1/0={"id":2,"amount":7}',
    "--deny",
    "all",
    "--step",
    "end.json",
  );
  const end = await person("show", "end.json");
  expect(end.output).toContain("edited");
  expect(end.output).toContain('executed with {"id" 2, "amount" 7}');
  expect(end.output).toContain("denied");
});

test("needs a decision if it can't ask", async () => {
  await person("run", refunds, "--checkpoint", "state.json");
  expect((await person("resume", "state.json")).errors).toContain(
    "no decision: use --approve, --deny, --edit or --answer",
  );
});

/** Runs `ptc` with keys in the environment. */
const withKeys = (keys: Readonly<Record<string, string>>, ...words: readonly string[]) =>
  ptc(words, { folder, environment: { XDG_STATE_HOME: join(folder, "state"), ...keys } });

test("keys in the environment sign checkpoints, and resume needs the same ones", async () => {
  const keys = {
    PTC_CHECKPOINT_KEY: "a secret of sixteen bytes",
    PTC_ENCRYPTION_KEY: "another of these bytes",
  };
  await withKeys(keys, "run", refunds, "--checkpoint", "state.json");
  expect((await person("show", "state.json")).output).toContain("The checkpoint is signed.");
  for (const [given, message] of [
    [
      {},
      "the checkpoint is signed: pass its `checkpointKey` (ptc reads it from PTC_CHECKPOINT_KEY)",
    ],
    [
      { PTC_CHECKPOINT_KEY: "short" },
      "option `checkpointKey`: expected a secret of at least 16 bytes (ptc reads it from PTC_CHECKPOINT_KEY)",
    ],
    [
      { PTC_CHECKPOINT_KEY: "a secret of other bytes" },
      "`checkpointKey` is another key (ptc reads it from PTC_CHECKPOINT_KEY)",
    ],
  ] as const) {
    const refused = await withKeys(given, "resume", "state.json", "--approve", "all");
    expect(refused.code).toBe(2);
    expect(refused.errors).toContain(message);
  }
  const ended = await withKeys(keys, "resume", "state.json", "--approve", "all");
  expect([ended.code, ended.errors]).toEqual([0, ""]);
});

test("empty keys are ignored, and a recorded run may have keys", async () => {
  const empty = { PTC_CHECKPOINT_KEY: "", PTC_ENCRYPTION_KEY: "" };
  expect((await withKeys(empty, "run", refunds, "--checkpoint", "state.json")).code).toBe(3);
  const stock = join(refunds, "../stock");
  const keys = { PTC_CHECKPOINT_KEY: "a secret of sixteen bytes" };
  const recorded = await withKeys(keys, "run", stock, "--record", "run.jsonl");
  expect([recorded.code, recorded.errors]).toEqual([0, ""]);
});

test("a mission that waits is recorded by each command, and replayed from the last recording", async () => {
  const first = await person("run", refunds, "--checkpoint", "state.json", "--record", "1.jsonl");
  expect([first.code, first.errors]).toEqual([3, ""]);
  const end = await person("resume", "state.json", "--approve", "all", "--record", "2.jsonl");
  expect([end.code, end.errors]).toEqual([0, ""]);
  expect(end.output).toContain("Recording: 2.jsonl");
  const again = await person("replay", "2.jsonl", refunds);
  expect([again.code, again.errors]).toEqual([0, ""]);
  expect(again.output).toContain("The step equals the recorded step.");
  const interrupted = await person("replay", "1.jsonl", refunds);
  expect(interrupted.code).toBe(1);
  expect(interrupted.output).toContain("it was interrupted, so it ends before the run");
});

test("two commands with the same trace file write one tree, also after a refused edit", async () => {
  const trace = ["--trace", "trace.jsonl"];
  await person("run", refunds, "--checkpoint", "state.json", ...trace);
  const wrong = await person("resume", "state.json", "--edit", '1/0.1/0={"id":"x"}', ...trace);
  expect(wrong.code).toBe(2);
  expect(wrong.output).not.toContain("cancelled");
  await person("resume", "state.json", "--approve", "1/0.1/0", "--deny", "all=no", ...trace);
  const { output } = await person("trace", "trace.jsonl");
  expect(output.match(/^mission/gm)).toHaveLength(1);
  expect(output.match(/^(?:paused|resumed) .*(?=:)/gm)).toEqual([
    "paused with 2 calls that wait",
    "resumed with 2 decisions",
  ]);
  expect(output).toContain("        denied: no\n");
  expect(output).toContain("        approved\n");
  expect(output).not.toMatch(/cancelled|did not end/);
});

test("--json prints the waiting step, and the command that continues it on standard error", async () => {
  const begun = await person("run", refunds, "--json", "--checkpoint", "state.json");
  expect(begun.code).toBe(3);
  expect(JSON.parse(begun.output)).toMatchObject({ format: "ptc-step", status: "waiting" });
  expect(begun.errors).toContain("Continue:   ptc resume state.json --approve ");
  const ended = await person("resume", "state.json", "--json", "--approve", "all");
  expect([ended.code, ended.errors]).toEqual([0, ""]);
  expect(JSON.parse(ended.output)).toMatchObject({
    return: ["order 1: 50", "order 2: 150", "order 3: 200"],
  });
});

test("show and resume take the checkpoint of a run that was killed, and a fork", async () => {
  const entries: CheckpointEntry[] = [];
  const { agent } = mission;
  const program = "(return [(tool/refund {:id 1 :amount 50}) (tool/refund {:id 2 :amount 60})])";
  await run(agent, {
    llm: createScriptedModel([program]),
    onCheckpoint: (entry) => entries.push(entry),
  });
  const begun = entries.findLastIndex(({ type }) => type === "begins");
  const killed = await checkpointOf(entries.slice(0, begun + 1));
  writeFileSync(join(folder, "killed.json"), JSON.stringify(killed));
  const { output } = await person("show", "killed.json");
  expect(output).toMatch(/^A mission that waits \([0-9a-f]{32}\), with \d effects\n/);
  expect(output).toContain("  reason: uncertain\n");
  expect(output).toContain(
    "    it may have run: ask its service about the id, then answer the call,",
  );
  writeFileSync(join(folder, "fork.json"), JSON.stringify(await fork(killed, { at: 1 })));
  const forked = await person("show", "fork.json");
  expect(forked.output).toMatch(/^A mission that was stopped \(/);
  expect(forked.output).toContain("It is a fork that begins again at turn 1.\nNo call waits.\n");
  const again = await person("resume", "fork.json", refunds);
  expect([again.code, again.output.includes("waits for decisions about 2 calls")]).toEqual([
    3,
    true,
  ]);
});

test("resume continues with a recording whose answers name their missions", async () => {
  const subagent = JSON.stringify(import.meta.resolve("@ptc/subagent"));
  mkdirSync(join(folder, "regions"));
  writeFileSync(
    join(folder, "regions", "mission.mjs"),
    `import { asTool, defineAgent } from ${subagent};
     const pay = { signature: "(to :string) -> :string", needsApproval: true,
       execute: ({ to }) => "paid " + to };
     const region = defineAgent({ name: "region", prompt: "Pay {{to}}.",
       signature: "(to :string) -> :string", tools: { pay } });
     export default { title: "Regions", agent: defineAgent({ prompt: "Pay all regions.",
       tools: { region: asTool(region) } }) };`,
  );
  const answersOf = (mission: string, ...texts: readonly string[]) =>
    texts.map((text) => ({ mission, text }));
  writeFileSync(
    join(folder, "regions", "recording.json"),
    JSON.stringify({
      format: "ptc-recording",
      version: 1,
      model: "m",
      recordedAt: "2025-01-31",
      answers: [
        ...answersOf(
          "Pay all regions.",
          '(println "first") (def paid (pmap #(tool/region {:to %}) ["north" "south"]))',
          "(return paid)",
        ),
        // Equal texts, so only their missions decide which answers are next.
        ...answersOf("Pay north.", '(println "plan")', "(def p (tool/pay {:to data/to}))"),
        ...answersOf("Pay south.", '(println "plan")', "(return (tool/pay {:to data/to}))"),
        ...answersOf("Pay north.", '(return (str p " late"))'),
      ],
    }),
  );
  const begun = await person("run", "regions", "--checkpoint", "state.json");
  expect([begun.code, begun.errors]).toEqual([3, ""]);
  const north = await person("resume", "state.json", "--approve", pendingIn("north"));
  expect([north.code, north.errors]).toEqual([3, ""]);
  const ended = await person("resume", "state.json", "--approve", "all", "--json");
  expect([ended.code, ended.errors]).toEqual([0, ""]);
  expect(JSON.parse(ended.output)).toMatchObject({ return: ["paid north late", "paid south"] });
});

/** Returns the id of the pending call whose arguments contain `text`. */
function pendingIn(text: string): string {
  const { pending } = JSON.parse(readFileSync(join(folder, "state.json"), "utf8")) as {
    readonly pending: readonly { readonly id: string; readonly arguments: unknown }[];
  };
  return pending.find((call) => JSON.stringify(call.arguments).includes(text))?.id ?? "";
}

// `ptc view`: its arguments, and what its page can do with checkpoints and recordings.

import { mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { readTrace } from "@ptc/tracer";
import type { CallDecisionInput } from "@ptc/viewer";
import { buildRunViews } from "@ptc/viewer/model";
import { memoryHost, ptc } from "../../test/memory-host.ts";
import { checkpointActions } from "../view/checkpoint-actions.ts";
import { replayAction } from "../view/replay-action.ts";
import { storeActions } from "../view/store-actions.ts";

const missions = join(import.meta.dirname, "../../test/missions");

let folder = "";
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "ptc-view-"));
  mkdirSync(join(folder, ".git"));
});
afterEach(() => {
  rmSync(folder, { recursive: true, force: true });
});

const environment = () => ({ XDG_STATE_HOME: join(folder, "state") });
const person = (...words: readonly string[]) => ptc(words, { folder, environment: environment() });
const host = () => memoryHost({ folder, environment: environment() });

test.each([
  [["--port", "x"], "--port needs a whole number from 0 to 65535"],
  [["--html", "a.html", "--port", "1"], "--port needs a server, so it can't be used with --html"],
  [
    ["--html", "a.html", "--store", "file:a"],
    "--store needs a server, so it can't be used with --html",
  ],
  [["--checkpoint", "a.json", "--store", "file:a"], "use --checkpoint or --store, not both"],
])("refuses %j", async (words, message) => {
  const { code, errors } = await person("view", ...words);
  expect(code).toBe(2);
  expect(errors).toContain(message);
});

test("says that a folder of traces is missing", async () => {
  const { code, errors } = await person("view", "traces");
  expect([code, errors]).toEqual([2, expect.stringContaining(`${join(folder, "traces")}: `)]);
});

test("a decision on the page continues the mission of a checkpoint, in the same trace", async () => {
  await person("run", join(missions, "refunds"), "--trace", "trace.jsonl");
  const [name = ""] = readdirSync(join(folder, ".ptc/checkpoints"));
  const { waiting, decide } = checkpointActions(
    host(),
    `.ptc/checkpoints/${name}`,
    undefined,
  ).actions;
  const [run] = (await waiting?.()) ?? [];
  expect(run?.calls.map(({ tool, arguments: args }) => [tool, args])).toEqual([
    ["refund", { id: 2, amount: 150 }],
    ["refund", { id: 3, amount: 200 }],
  ]);
  const [first, second] = run?.calls ?? [];
  const tracePath = join(folder, "trace.jsonl");
  const request = (decisions: ReadonlyMap<string, CallDecisionInput>) => ({
    run: run?.id ?? "",
    decisions,
    tracePath,
  });
  const partly = new Map<string, CallDecisionInput>([
    [first?.id ?? "", { type: "deny", message: "over budget" }],
  ]);
  expect(await decide?.(request(partly))).toBe(
    "The mission continued, and waits for further decisions.",
  );
  const edited: CallDecisionInput = { type: "approve", arguments: { id: 3, amount: 120 } };
  const rest = new Map<string, CallDecisionInput>([[second?.id ?? "", edited]]);
  expect(await decide?.(request(rest))).toBe("The mission continued and ended.");
  const { events } = readTrace(readFileSync(tracePath, "utf8"));
  const calls = events.flatMap(({ type, data }) =>
    type === "approval-decided" ? [data.decision] : [],
  );
  expect(calls).toEqual(["denied", "edited"]);
  const [shown] = buildRunViews(events);
  expect(shown?.view.spans.some(({ kind }) => kind === "run-resumed")).toBe(true);
});

test("a file that isn't a checkpoint is refused before the page opens", () => {
  writeFileSync(join(folder, "a.json"), "{}");
  expect(() => checkpointActions(host(), "a.json", undefined)).toThrow("this is not a checkpoint");
});

test("a replay with an edited program has the events of the replayed run", async () => {
  const stock = join(missions, "stock");
  await person("run", stock, "--record", "run.jsonl", "--trace", "trace.jsonl");
  const { replay } = await replayAction(host(), "run.jsonl", stock);
  const { events } = readTrace(readFileSync(join(folder, "trace.jsonl"), "utf8"));
  const traceId = events[0]?.traceId ?? "";
  const edited = await replay?.({ turn: 1, program: "(return :nothing)", traceId });
  expect(edited?.events.map(({ type }) => type)).toContain("program-end");
  expect(edited?.message).toMatch(/^The edited run /);
  await expect(replay?.({ turn: 9, program: "1", traceId })).rejects.toThrow(
    "the recording has no program of turn 9",
  );
  await expect(replay?.({ turn: 1, program: "1", traceId: "other" })).rejects.toThrow(
    "is the recording of another run",
  );
});

test("an empty store has no runs that wait", async () => {
  const { actions, close } = await storeActions(host(), `file:${join(folder, "runs.jsonl")}`);
  expect(await actions.waiting?.()).toEqual([]);
  await close();
});

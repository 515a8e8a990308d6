// `ptc runs` on the file of an application that runs in another process.

import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { RunStore } from "@ptc/core/store";
import { openSqliteStore } from "@ptc/store-sqlite";
import { defineAgent, tool } from "@ptc/subagent";
import { createRuns, type RunInfo, type Runs } from "@ptc/subagent/runs";
import { memoryHost, ptc } from "../../test/memory-host.ts";
import { main } from "../main.ts";

let folder = "";
let store: RunStore;
let runs: Runs;
let address = "";

const refund = tool({
  description: "Refunds.",
  signature: "(id :int) -> :string",
  needsApproval: true,
  execute: ({ id }) => `refunded ${String(id)}`,
});
const program =
  "(return (pmap (fn [id] (try (tool/refund {:id id}) (catch Exception e (ex-message e)))) [1 2]))";

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), "ptc-runs-"));
  address = `sqlite:${join(folder, "runs.db")}`;
  store = await openSqliteStore(join(folder, "runs.db"), { pollMs: 10 });
  runs = createRuns({
    store,
    agents: {
      refunds: defineAgent({
        prompt: "Refund.",
        tools: { refund },
        llm: () => Promise.resolve(program),
      }),
    },
  });
});
afterEach(async () => {
  await runs.close();
  await store.close();
  rmSync(folder, { recursive: true, force: true });
});

async function withStatus(id: string, status: string): Promise<RunInfo> {
  for (let tries = 0; tries < 2_000; tries++) {
    const run = await runs.get(id);
    if (run?.status === status) return run;
    await new Promise((resolve) => {
      setTimeout(resolve, 10);
    });
  }
  throw new Error(`the run isn't ${status}`);
}

/** Starts a run that waits for two calls. */
async function waiting(tags: readonly string[] = []): Promise<RunInfo> {
  const { id } = await runs.start("refunds", { tags });
  return await withStatus(id, "waiting");
}

const person = (...words: readonly string[]) => ptc(["runs", ...words], { folder });

test("list shows runs, newest first, by status and tag", async () => {
  const first = await waiting(["may"]);
  const second = await waiting();
  const all = await person("list", address);
  expect(all.code).toBe(0);
  expect(all.output).toContain(`${first.id}  waiting    refunds  `);
  expect(all.output).toContain("#may\n");
  expect(all.output.indexOf(second.id)).toBeLessThan(all.output.indexOf(first.id));
  const may = await person("list", address, "--tag", "may", "--status", "waiting", "--json");
  expect(JSON.parse(may.output)).toMatchObject({ id: first.id, status: "waiting" });
  expect((await person("list", address, "--status", "done")).output).toBe("No run matches.\n");
  expect((await person("list", address, "--limit", "1")).output).toContain("There are more");
});

test("show describes a run with its calls, and decisions continue it", async () => {
  const run = await waiting();
  const shown = await person("show", address, run.id);
  expect(shown.output).toContain(`Run ${run.id} of refunds: waiting\n`);
  expect(shown.output).toContain("2 calls to decide:\n");
  expect(shown.output).toContain('tool/refund {"id":1}');
  const [one, two] = run.pending.map(({ id }) => id.slice(id.indexOf("/") + 1));
  const approved = await person("approve", address, run.id, `${one ?? ""}={"id":9}`);
  expect([approved.code, approved.errors]).toEqual([0, ""]);
  const denied = await person("deny", address, run.id, two ?? "", "--reason", "over budget");
  expect([denied.code, denied.errors]).toEqual([0, ""]);
  await withStatus(run.id, "done");
  const ended = await person("show", address, run.id);
  expect(ended.output).toContain("refunded 9");
  expect(ended.output).toContain("the call was denied: over budget");
  const late = await person("approve", address, run.id, "all");
  expect([late.code, late.errors]).toEqual([
    2,
    `ptc runs: no call of the run ${run.id} waits (it is done)\n`,
  ]);
});

test("approve needs the calls if there are several; all approves them", async () => {
  const run = await waiting();
  const refused = await person("approve", address, run.id);
  expect([refused.code, refused.errors.includes('name the calls to approve, or "all"')]).toEqual([
    2,
    true,
  ]);
  expect((await person("approve", address, run.id, "all")).code).toBe(0);
  await withStatus(run.id, "done");
});

test("answer ends a call with a result", async () => {
  const run = await waiting();
  const [one, two] = run.pending.map(({ id }) => id);
  const words = [`${one ?? ""}="by hand"`, `${two ?? ""}=paid before`];
  expect((await person("answer", address, run.id, ...words)).code).toBe(0);
  expect((await withStatus(run.id, "done")).step).toMatchObject({
    return: ["by hand", "paid before"],
  });
});

test("cancel and resume", async () => {
  const run = await waiting();
  const cancelled = await person("cancel", address, run.id, "--reason", "not needed");
  expect(cancelled.output).toContain("cancelled");
  expect(cancelled.output).toContain("  reason: not needed\n");
  const again = await person("resume", address, run.id);
  expect(again.errors).toContain("has ended (cancelled): start a new one");
});

test("watch prints each change until the run has ended", async () => {
  const run = await waiting();
  const watched = person("watch", address, run.id);
  await new Promise((resolve) => {
    setTimeout(resolve, 50);
  });
  await person("approve", address, run.id, "all");
  const { code, output } = await watched;
  expect(code).toBe(0);
  expect(output).toContain("waiting");
  expect(output.trimEnd().split("\n").at(-1)).toContain("done");
});

test("watch of all runs ends with Ctrl-C", async () => {
  const host = memoryHost({ folder });
  const ended = main(["runs", "watch", address, "--json"], host);
  await new Promise((resolve) => {
    setTimeout(resolve, 200);
  });
  const run = await waiting();
  for (let tries = 0; tries < 500 && !host.outputText().includes(run.id); tries++)
    await new Promise((resolve) => {
      setTimeout(resolve, 10);
    });
  host.signal("SIGINT");
  expect(await ended).toBe(0);
  expect(host.outputText()).toContain(run.id);
});

describe("wrong arguments", () => {
  test.each([
    [["list"], "missing store: pass its address, such as sqlite:runs.db"],
    [["dance", "sqlite:x.db"], "unknown action: use list, show, resume,"],
    [["show", "mysql://me:secret@host/db", "1"], "unknown store mysql://…@host/db (use sqlite:"],
    [["list", "sqlite:x.db", "--limit", "0"], "--limit needs a whole number from 1 to 1,000"],
    [["list", "ADDRESS", "--status", "gone"], "--status gone: expected one of queued, running,"],
    [["show", "ADDRESS"], "missing id: pass the id of the run to show"],
    [["show", "ADDRESS", "nothing"], "there is no run nothing (ptc runs list sqlite:"],
    [["cancel", "ADDRESS", "nothing"], 'has no run "nothing"'],
  ])("are named: %j", async (words, message) => {
    const { code, errors } = await person(
      ...words.map((word) => (word === "ADDRESS" ? address : word)),
    );
    expect([code, errors]).toEqual([2, expect.stringContaining(message)]);
    expect(errors).not.toContain("secret");
  });
});

test("an encrypted store needs its keys in the environment", async () => {
  const { id } = await waiting();
  const key = { id: "k1", key: "a secret of this server" };
  const other = createRuns({
    store,
    agents: {
      refunds: defineAgent({ prompt: "x", tools: { refund }, llm: () => Promise.resolve(program) }),
    },
    encryption: { current: key },
    worker: false,
  });
  const sealed = await other.start("refunds", { startAt: Date.now() + 1e9 });
  await other.close();
  const show = (keys?: string) =>
    ptc(["runs", "show", address, sealed.id], {
      folder,
      ...(keys === undefined ? {} : { environment: { PTC_STORE_KEYS: keys } }),
    });
  expect((await show()).code).toBe(2);
  expect((await show("k2=another secret of it,k1=a secret of this server")).output).toContain(
    `Run ${sealed.id} of refunds: queued`,
  );
  expect((await show("secret")).errors).toContain("PTC_STORE_KEYS: expected id=secret");
  expect((await person("show", address, id)).code).toBe(0);
});

test("text in the store can't control the terminal", async () => {
  const evil = "\u001b]0;evil\u0007\u202e";
  const run = await waiting(["\u202eevil"]);
  const record = await store.load({ kind: "run", id: run.id });
  const snapshot = (record?.snapshot ?? "").replaceAll(
    '"reason":"approval"',
    `"reason":${JSON.stringify(evil)}`,
  );
  await store.append([
    { key: { kind: "run", id: run.id }, version: record?.version ?? 0, snapshot },
  ]);
  for (const words of [
    ["show", address, run.id],
    ["list", address],
    ["show", address, run.id, "--json"],
  ]) {
    const { output } = await person(...words);
    // eslint-disable-next-line no-control-regex -- the test looks for them
    expect(output).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202e]/);
  }
});

// A mission whose process is killed with SIGKILL at one of its effects, and that another process
// continues from the file of its checkpoint.

import { spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, expect, test } from "vitest";
import { bundledScript } from "../../../../vitest.bundles.ts";

const timeout = 120_000;
/** The requests to models, calls of tools and readings of the clock. */
const effectCount = 12;
const isFull = process.env["PTC_TESTS"] !== undefined;

interface Ended {
  readonly step: unknown;
  readonly uncertain: readonly string[];
}

let folder = "";
const script = await bundledScript(join(import.meta.dirname, "killed-mission.ts"));
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "ptc-kill-"));
});
afterAll(() => {
  rmSync(folder, { recursive: true });
});

/** Runs one process. Resolves to undefined if it was killed. */
async function processIn(own: string, ...args: readonly string[]): Promise<Ended | undefined> {
  const child = spawn(process.execPath, [script, own, ...args], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const closed = new Promise((resolve) =>
    child.on("close", (code, signal) => {
      resolve(signal ?? code);
    }),
  );
  const output = await text(child.stdout);
  const end = await closed;
  if (end === "SIGKILL") return undefined;
  expect(end).toBe(0);
  return JSON.parse(output) as Ended;
}

type LedgerLine = { readonly call?: string; readonly model?: string; readonly time?: string };

const ledgerIn = (own: string): readonly LedgerLine[] =>
  readFileSync(join(own, "ledger.jsonl"), "utf8")
    .split("\n")
    .slice(0, -1)
    .map((line) => JSON.parse(line) as LedgerLine);

const ownFolder = () => mkdtempSync(join(folder, "run-"));

/** Every point in a full run; else every fourth one. */
const points = Array.from({ length: effectCount }, (_, index) => index + 1)
  .flatMap((number) => (["before", "after"] as const).map((when) => [when, number] as const))
  .filter((_, index) => isFull || index % 8 === 0);

test(
  "a process killed at any effect is continued by another one",
  { timeout, tags: "full" },
  async () => {
    const whole = ownFolder();
    const expected = await processIn(whole);
    const made = ledgerIn(whole);
    expect(made).toHaveLength(effectCount);
    const check = async ([when, number]: (typeof points)[number]) => {
      const own = ownFolder();
      expect(await processIn(own, when, String(number))).toBeUndefined();
      const atKill = readFileSync(join(own, "ledger.jsonl"), { encoding: "utf8", flag: "a+" })
        .split("\n")
        .slice(0, -1);
      const ended = await processIn(own);
      expect([when, number, ended?.step]).toEqual([when, number, expected?.step]);
      const ledger = ledgerIn(own);
      const calls = ledger.flatMap(({ call }) => (call === undefined ? [] : [call]));
      expect(new Set(calls)).toEqual(new Set(made.flatMap(({ call }) => call ?? [])));
      // No call is made twice. A model or the clock is asked again if its answer wasn't stored.
      expect(new Set(calls).size).toBe(calls.length);
      const last = made[number - 1];
      const repeated = when === "after" && last?.call === undefined ? 1 : 0;
      expect(ledger).toHaveLength(effectCount + repeated);
      expect(atKill).toHaveLength(when === "after" ? number : number - 1);
      // The call at which the process was killed is uncertain, and has its key.
      if (last?.call !== undefined) expect(ended?.uncertain).toContain(last.call);
      else if (last?.time !== undefined) {
        // A program reads the clock at once, perhaps before the answers of its calls are signed.
        const before = made.slice(0, number - 1).map(({ call }) => call);
        expect(before).toEqual(expect.arrayContaining([...(ended?.uncertain ?? [])]));
      } else expect(ended?.uncertain).toEqual([]);
    };
    const rest = [...points];
    const worker = async (): Promise<void> => {
      for (let point = rest.shift(); point !== undefined; point = rest.shift()) await check(point);
    };
    await Promise.all([worker(), worker()]);
  },
);

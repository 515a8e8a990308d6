// Random missions, each pass of which runs in a process that hasn't run the pass before. Each ends
// in the step of the run that never waited, with its usage, messages and events, and each call and
// each request is made once.

import { spawn } from "node:child_process";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import type { PassEvent, PassJob, PassResult } from "./mission-pass.ts";

const isFull = process.env["PTC_TESTS"] !== undefined;
const count = process.env["PTC_TESTS"] === "whole" ? 1_000 : isFull ? 300 : 12;
const mostPasses = 60;
/** The first passes of each mission have processes of their own. The others share one. */
const mostProcesses = isFull ? 6 : 2;

test.each(["closures", "generated"] as const)(
  "random missions end as if no call had waited, in fresh processes: %s",
  { tags: "full", timeout: 600_000 },
  async (tier) => {
    const seeds = Array.from({ length: count }, (_, number) => `${tier} ${String(number)}`);
    const missions = new Map<string, readonly PassResult[]>();
    const last = await rounds(seeds, missions, tier);
    const plain = await last.ran(seeds.map((seed) => ({ seed, number: 0, waits: false })));
    last.end();
    let resumes = 0;
    for (const [index, seed] of seeds.entries()) {
      const passes = missions.get(seed) ?? [];
      expectSame(seed, plain[index], passes);
      resumes += passes.length - 1;
    }
    expect(resumes).toBeGreaterThan(count);
  },
);

/** Runs all missions, pass by pass, until none of them waits. Returns the last process. */
async function rounds(
  seeds: readonly string[],
  missions: Map<string, readonly PassResult[]>,
  tier: string,
): Promise<Passes> {
  let process = new Passes(tier);
  let waiting = seeds;
  for (let number = 0; waiting.length > 0; number++) {
    if (number > mostPasses) throw new Error(`${waiting.join()} wait again and again`);
    if (number > 0 && number < mostProcesses) {
      process.end();
      process = new Passes(tier);
    }
    const jobs = waiting.map((seed): PassJob => {
      const json = missions.get(seed)?.at(-1)?.json;
      return { seed, number, waits: true, ...(json === undefined ? {} : { json }) };
    });
    for (const [index, result] of (await process.ran(jobs)).entries()) {
      const seed = waiting[index] ?? "";
      missions.set(seed, [...(missions.get(seed) ?? []), result]);
    }
    waiting = waiting.filter((seed) => missions.get(seed)?.at(-1)?.json !== undefined);
  }
  return process;
}

/** A process that runs passes of missions. */
class Passes {
  private readonly child;
  private readonly lines: AsyncIterator<string>;

  constructor(tier: string) {
    const script = fileURLToPath(new URL("mission-passes-child.ts", import.meta.url));
    this.child = spawn(process.execPath, ["--conditions=@ptc/source", script, tier], {
      stdio: ["pipe", "pipe", "inherit"],
    });
    this.lines = createInterface({ input: this.child.stdout })[Symbol.asyncIterator]();
  }

  async ran(jobs: readonly PassJob[]): Promise<readonly PassResult[]> {
    this.child.stdin.write(jobs.map((job) => `${JSON.stringify(job)}\n`).join(""));
    const results: PassResult[] = [];
    for (const { seed } of jobs) {
      const line = await this.lines.next();
      if (line.done === true) throw new Error(`the process ended at ${seed}`);
      results.push(JSON.parse(line.value) as PassResult);
    }
    return results;
  }

  end(): void {
    this.child.stdin.end();
  }
}

function expectSame(
  seed: string,
  plain: PassResult | undefined,
  passes: readonly PassResult[],
): void {
  if (plain === undefined) throw new Error(`${seed} has no result`);
  const last = passes.at(-1);
  expect([plain.error, last?.error], seed).toEqual([undefined, undefined]);
  expect(last?.end, seed).toEqual(plain.end);
  expect(passes.flatMap(({ made }) => made).sort(), seed).toEqual(plain.made.toSorted());
  expect(passes.flatMap(({ asked }) => asked).sort(), seed).toEqual(plain.asked.toSorted());
  const events = passes.flatMap((pass) => pass.events);
  expect(namedEvents(events), seed).toEqual(namedEvents(plain.events));
}

/**
 * Returns the events with names of their spans that don't depend on the order of calls in parallel
 * branches.
 */
function namedEvents(events: readonly PassEvent[]): readonly string[] {
  const starts = new Map<string, PassEvent>();
  for (const event of events)
    if (event[0].endsWith("-start")) {
      if (starts.has(event[1])) return [`the span ${event[1]} starts twice`];
      starts.set(event[1], event);
    }
  const names = new Map<string, string>();
  const nameOf = (span: string): string => {
    const known = names.get(span);
    if (known !== undefined) return known;
    const start = starts.get(span);
    const name = start === undefined ? "" : `${nameOf(start[2])} > ${start[0]} ${start[3]}`;
    names.set(span, name);
    return name;
  };
  return events
    .map(([type, span, parent, data]) => `${nameOf(span)} | ${nameOf(parent)} | ${type} ${data}`)
    .sort();
}

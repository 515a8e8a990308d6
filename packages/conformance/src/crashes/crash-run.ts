// One mission that is killed again and again, and run again with its journal until it ends. What
// must hold is checked at each death: what the journal has by then is never done again.

import { spawn } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** When a process dies: at a point of its own, or some milliseconds after its script has begun. */
export type Death = `${"call" | "commit" | "torn"}:${string}` | number;

export interface CrashRunOptions {
  /** The bundled process. */
  readonly script: string;
  /** An empty folder for the journal and the ledger. */
  readonly folder: string;
  /** The deaths of the processes, one after the other; the last process runs to its end. */
  readonly deaths: readonly Death[];
  /** Commits are made too late: the run has to be found wrong. */
  readonly isBroken?: boolean;
}

export interface CrashRun {
  /** How many processes were killed before they ended. */
  readonly kills: number;
  /** How many of them hit when tasks had begun and were not all committed. */
  readonly killsAmid: number;
  /** The answer, as the process printed it. */
  readonly answer: string;
  /** How long the last process took from its begin on. */
  readonly milliseconds: number;
  /** What did not hold. */
  readonly problems: readonly string[];
}

/** The tasks in the order of the mission; those of one row are done at the same time. */
const taskRows: readonly (readonly string[])[] = [
  ["quote_anna"],
  ["quote_ben"],
  ["quote_cleo"],
  ["ship_parcel_1", "ship_parcel_2", "ship_parcel_3", "ship_parcel_4"],
  ["part_pay_7"],
  ["part_mail_7"],
  ["close_order_7"],
];

export const taskIds: readonly string[] = taskRows.flat();

export async function crashRun(options: CrashRunOptions): Promise<CrashRun> {
  const { folder, deaths } = options;
  const journal = join(folder, "journal.jsonl");
  const ledger = join(folder, "ledger");
  const problems: string[] = [];
  /** How often each task had been done when it was first seen in the journal. */
  const committed = new Map<string, number>();
  let kills = 0;
  let killsAmid = 0;
  let answer = "";
  let milliseconds = 0;
  const waiting = [...deaths];
  for (let isLast = false; !isLast;) {
    isLast = waiting.length === 0;
    const ended = await processRun(options, journal, ledger, waiting.shift());
    ({ milliseconds } = ended);
    if (!ended.wasKilled) waiting.length = 0;
    if (ended.wasKilled) kills += 1;
    else if (ended.code !== 0)
      problems.push(`a process ended with ${String(ended.code)}: ${ended.output}${ended.errors}`);
    else answer = ended.output.trimEnd().split("\n").at(-1) ?? "";
    const calls = countsOf(ledger);
    if (ended.wasKilled && calls.size > 0 && idsIn(journal).size < taskIds.length) killsAmid += 1;
    for (const id of idsIn(journal)) {
      const before = committed.get(id) ?? calls.get(id) ?? 0;
      committed.set(id, before);
      if (calls.get(id) !== before) problems.push(`${id} was done again after it was committed`);
    }
    problems.push(...begunTooSoon(calls, idsIn(journal)));
    for (const id of committed.keys())
      if (!idsIn(journal).has(id)) problems.push(`${id} is lost from the journal`);
  }
  for (const id of taskIds)
    if (!committed.has(id)) problems.push(`${id} is not in the journal at the end`);
  const most = kills + 1;
  for (const [id, count] of countsOf(ledger))
    if (count > most)
      problems.push(`${id} was done ${String(count)} times in ${String(most)} processes`);
  problems.push(...otherIds(ledger));
  return { kills, killsAmid, answer, milliseconds, problems };
}

/** A task may begin only when those before it are committed. */
function begunTooSoon(
  calls: ReadonlyMap<string, number>,
  kept: ReadonlySet<string>,
): readonly string[] {
  const open = taskRows.findIndex((row) => row.some((id) => !kept.has(id)));
  return taskRows
    .slice(open + 1)
    .flat()
    .filter((id) => open !== -1 && calls.has(id))
    .map((id) => `${id} was begun before ${String(taskRows[open])} was committed`);
}

interface EndedProcess {
  readonly code: number | null;
  readonly wasKilled: boolean;
  readonly output: string;
  readonly errors: string;
  /** How long it took from its begin on. */
  readonly milliseconds: number;
}

async function processRun(
  { script, isBroken = false }: CrashRunOptions,
  journal: string,
  ledger: string,
  death: Death | undefined,
): Promise<EndedProcess> {
  const flags = [
    ...(typeof death === "string" ? ["--die", death] : []),
    ...(isBroken ? ["--broken"] : []),
  ];
  // What was compiled before is kept: most of a process that is killed soon is its start.
  const env = { ...process.env, NODE_COMPILE_CACHE: `${script}.cache` };
  const child = spawn(process.execPath, [script, journal, ledger, ...flags], { env });
  let output = "";
  let errors = "";
  let timer: ReturnType<typeof setTimeout> | undefined;
  let begin = 0;
  child.stdout.on("data", (chunk: Buffer) => {
    if (output === "") begin = performance.now();
    output += chunk.toString("utf8");
    if (typeof death === "number" && timer === undefined)
      timer = setTimeout(() => child.kill("SIGKILL"), death);
  });
  child.stderr.on("data", (chunk: Buffer) => {
    errors += chunk.toString("utf8");
  });
  return await new Promise((resolve, reject) => {
    child.on("error", reject);
    child.on("close", (code, signal) => {
      clearTimeout(timer);
      const milliseconds = performance.now() - begin;
      resolve({ code, wasKilled: signal === "SIGKILL", output, errors, milliseconds });
    });
  });
}

function linesOf(path: string): readonly string[] {
  return existsSync(path) ? readFileSync(path, "utf8").split("\n").slice(0, -1) : [];
}

function countsOf(ledger: string): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const { name } of callsIn(ledger)) counts.set(name, (counts.get(name) ?? 0) + 1);
  return counts;
}

/** A call that is made again, because its task was not committed, has the id that it had before. */
function otherIds(ledger: string): readonly string[] {
  const known = new Map<string, string>();
  const problems: string[] = [];
  for (const { name, callId } of callsIn(ledger)) {
    const first = known.get(name) ?? callId;
    known.set(name, first);
    if (callId !== first) problems.push(`${name} was called as ${first}, and then as ${callId}`);
  }
  return problems;
}

function callsIn(ledger: string): readonly { readonly name: string; readonly callId: string }[] {
  return linesOf(ledger).map((line) => {
    const [name = "", callId = ""] = line.split(" ");
    return { name, callId };
  });
}

/** The tasks whose results are in the file; a line that was cut does not count. */
function idsIn(journal: string): ReadonlySet<string> {
  return new Set(linesOf(journal).slice(1).flatMap(idIn));
}

/** What is damaged has no id: the next process says so. */
function idIn(line: string): readonly string[] {
  try {
    return [(JSON.parse(line) as { readonly id: string }).id];
  } catch {
    return [];
  }
}

// Runs one mission that is killed repeatedly and restarted with its journal until it ends. At each
// death, checks that no task in the journal is ever done again.

import { spawn } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";

/**
 * When a process dies: at a named point, or a number of milliseconds after its script has begun.
 */
export type Death = `${"call" | "commit" | "torn"}:${string}` | number;

export interface CrashRunOptions {
  /** The bundled process. */
  readonly script: string;
  /** An empty folder for the journal and the ledger. */
  readonly folder: string;
  /** The deaths of the processes, in order. The last process runs to its end. */
  readonly deaths: readonly Death[];
  /** If true, commits are made too late, so the run must report problems. */
  readonly isBroken?: boolean;
}

export interface CrashRun {
  /** The number of processes that were killed before they ended. */
  readonly kills: number;
  /** The number of kills after tasks had begun and before all were committed. */
  readonly killsAmid: number;
  /** The answer, as printed by the process. */
  readonly answer: string;
  /** The duration of the last process after it began. */
  readonly milliseconds: number;
  /** The violated guarantees. */
  readonly problems: readonly string[];
}

/** The tasks in the order of the mission. The tasks of one row run at the same time. */
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
  /** The number of times that each task had been done when it first appeared in the journal. */
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

/** Returns the tasks that began before the earlier ones were committed. */
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
  /** The duration after the process began. */
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
  // Keep compiled code, because starting takes most of the time of a process that is killed soon.
  const env = { NODE_COMPILE_CACHE: join(dirname(script), "compiled"), ...process.env };
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

/**
 * Finds repeated calls with a new id. A call that is repeated because its task was not committed
 * must have the same id.
 */
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

/** Returns the tasks with results in the file. A cut line doesn't count. */
function idsIn(journal: string): ReadonlySet<string> {
  return new Set(linesOf(journal).slice(1).flatMap(idIn));
}

/** Returns the id of a line. A damaged line has no id; the next process reports it. */
function idIn(line: string): readonly string[] {
  try {
    return [(JSON.parse(line) as { readonly id: string }).id];
  } catch {
    return [];
  }
}

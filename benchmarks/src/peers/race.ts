// Measures the engines. Each has a separate process, all processes live at the same time, and the
// engines take turns, so that other work of the machine affects all of them. Measurements start
// only after all engines have returned the same results.
import { seededRandom, shuffled } from "../random.ts";
import type { EngineEntry } from "./engine.ts";
import { EngineProcess } from "./engine-process.ts";
import { engines } from "./engines.ts";
import type { Answer } from "./messages.ts";
import { addTime, emptyTimes, type Row } from "./row.ts";
import type { EngineName } from "./workload.ts";
import { workloads } from "./workloads.ts";

/** A call that takes longer than this, in milliseconds, is measured in the first rounds only. */
const SLOW_MS = 300;
const SLOW_ROUNDS = 5;

/**
 * Measures every workload in every engine `rounds` times.
 * @throws when an engine fails, or its result differs from that of the others
 */
export async function race(rounds: number, say: (text: string) => void): Promise<readonly Row[]> {
  const taking = engines.filter(({ unavailable }) => unavailable === undefined);
  const processes = taking.map((engine) => new EngineProcess(engine));
  try {
    say(`answers of ${String(processes.length)} engines to ${String(workloads.length)} programs`);
    const answers: (readonly Answer[])[] = [];
    for (const engineProcess of processes) answers.push(await engineProcess.answers());
    assertSameAnswers(taking, answers);
    const rows = rowsOf(taking, answers);
    for (const engineProcess of processes) {
      say(`warming up ${engineProcess.engine.title}`);
      await engineProcess.warmUp();
    }
    const random = seededRandom(20_260_101);
    for (let round = 0; round < rounds; round += 1) {
      say(`round ${String(round + 1)} of ${String(rounds)}`);
      await timeRound(processes, rows, random, round);
    }
    return rows;
  } finally {
    for (const engineProcess of processes) engineProcess.end();
  }
}

function rowsOf(
  taking: readonly EngineEntry[],
  answers: readonly (readonly Answer[])[],
): readonly Row[] {
  return workloads.map((workload, index) => {
    const absent = new Map<EngineName, string>();
    for (const { name, unavailable } of engines)
      if (unavailable !== undefined) absent.set(name, unavailable);
    taking.forEach(({ name }, engine) => {
      const answer = answers[engine]?.[index];
      if (answer === undefined || "absent" in answer)
        absent.set(name, answer?.absent ?? "no answer");
    });
    return {
      name: workload.name,
      targets: workload.targets,
      mix: workload.mix,
      absent,
      times: emptyTimes(),
    };
  });
}

/** Measures every group of workloads once in every engine, both in random order. */
async function timeRound(
  processes: readonly EngineProcess[],
  rows: readonly Row[],
  random: () => number,
  round: number,
): Promise<void> {
  for (const group of shuffled(groups(), random)) {
    for (const engineProcess of shuffled(processes, random)) {
      const { name } = engineProcess.engine;
      const wanted = group.filter((index) => !isSkipped(rows[index], name, round));
      if (wanted.length === 0) continue;
      const times = await engineProcess.times(wanted, round);
      wanted.forEach((index, place) => {
        const row = rows[index];
        if (row !== undefined) addTime(row, name, round, times[place] ?? Number.NaN);
      });
    }
  }
}

function isSkipped(row: Row | undefined, name: EngineName, round: number): boolean {
  if (row === undefined || row.absent.has(name)) return true;
  const first = row.times.get(name)?.get(0) ?? 0;
  return round >= SLOW_ROUNDS && first > SLOW_MS * 1000;
}

/**
 * Returns the positions of workloads in groups: the workloads of a mix together, and every other
 * one alone.
 */
function groups(): readonly (readonly number[])[] {
  const groupNames = workloads.map(({ mix, name }) => mix ?? name);
  return [...new Set(groupNames)].map((wanted) =>
    groupNames.flatMap((name, index) => (name === wanted ? [index] : [])),
  );
}

/** @throws naming the workload and both results */
export function assertSameAnswers(
  taking: readonly { readonly title: string }[],
  answers: readonly (readonly Answer[])[],
): void {
  workloads.forEach(({ name }, index) => {
    const [first, ...others] = taking.flatMap(({ title }, engine) => {
      const answer = answers[engine]?.[index];
      return answer !== undefined && "json" in answer ? [{ title, json: answer.json }] : [];
    });
    if (first === undefined) throw new Error(`${name}: no engine answered`);
    for (const other of others) {
      if (other.json !== first.json)
        throw new Error(
          `${name}: ${first.title} answers ${first.json.slice(0, 300)}, but ${other.title} ${other.json.slice(0, 300)}`,
        );
    }
  });
}

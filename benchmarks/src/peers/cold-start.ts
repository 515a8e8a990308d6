// The time to the first answer in a new process, with importing: `(+ 1 2)` and the same in the
// other languages. The engines take turns. The start of Node itself is left out, because it is the
// same for all. Measured is processor time, of all threads of the engine and of Node.
import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { seededRandom, shuffled } from "../random.ts";
import type { EngineEntry } from "./engine.ts";
import { engines } from "./engines.ts";
import { addTime, emptyTimes, type Row } from "./row.ts";
import type { EngineName } from "./workload.ts";

/** The name of the row. */
export const coldStartName = "the first answer in a fresh process, importing included";

/** Starts every engine `rounds` times. */
export function coldStart(rounds: number, say: (text: string) => void): Row {
  say(`first answers in ${String(rounds)} fresh processes for each engine`);
  const absent = new Map<EngineName, string>(
    engines.flatMap(({ name, unavailable }) =>
      unavailable === undefined ? [] : [[name, unavailable] as const],
    ),
  );
  for (const { name, firstAnswer } of engines)
    if (firstAnswer === undefined) absent.set(name, "the same as nbb");
  const row: Row = {
    name: coldStartName,
    targets: [{ kind: "faster-than-next", times: 2 }],
    mix: undefined,
    absent,
    times: emptyTimes(),
  };
  const random = seededRandom(20_260_102);
  for (let round = 0; round < rounds; round += 1) {
    for (const engine of shuffled(
      engines.filter(({ name }) => !absent.has(name)),
      random,
    ))
      addTime(row, engine.name, round, firstAnswerTime(engine));
  }
  return row;
}

/** Microseconds of processor time from before the import until the answer. */
function firstAnswerTime({ title, firstAnswer = "" }: EngineEntry): number {
  const program = `const startedAt = process.cpuUsage(); ${firstAnswer} const { user, system } = process.cpuUsage(startedAt); const elapsed = user + system;
    process.stdout.write(JSON.stringify({ elapsed, answer: typeof answer === "object" ? answer.value : answer }), () => process.exit(0));`;
  // Started here so that packages are found.
  const { stdout, stderr, status } = spawnSync(
    process.execPath,
    ["--input-type=module", "--eval", program],
    {
      encoding: "utf8",
      cwd: fileURLToPath(new URL("../..", import.meta.url)),
      env: { ...process.env, NODE_NO_WARNINGS: "1" },
    },
  );
  if (status !== 0) throw new Error(`${title} could not be started: ${stderr}`);
  const { elapsed, answer } = JSON.parse(stdout) as {
    readonly elapsed: number;
    readonly answer: unknown;
  };
  if (answer !== 3) throw new Error(`${title} answered ${JSON.stringify(answer)} instead of 3`);
  return elapsed;
}

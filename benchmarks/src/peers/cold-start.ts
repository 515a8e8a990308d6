// Measures the time to the first result in a new process, including the import: `(+ 1 2)` and the
// same in the other languages. The engines take turns. The time is processor time of all threads of
// the engine and of Node. A program's own process excludes the start of Node, which is the same for
// all. The command line is measured whole, against a script that does the same with Monty.
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { seededRandom, shuffled } from "../random.ts";
import type { EngineEntry } from "./engine.ts";
import { engines } from "./engines.ts";
import { addTime, emptyTimes, type Row } from "./row.ts";
import type { EngineName, Target } from "./workload.ts";

/** The names of the rows. */
export const coldStartName = "the first answer in a fresh process, importing included";
export const cachedCodeName =
  "the same, of ours from code compiled by an earlier process (`@ptc/lisp/node/fast`)";
export const commandLineName = "`ptc eval '(+ 1 2)'`, the whole process";

const cachedCode =
  'const { run } = await import("@ptc/lisp/node/fast"); const step = await run("(+ 1 2)"); const answer = step.return;';

/** Starts every engine `rounds` times. */
export function coldStart(rounds: number, say: (text: string) => void): readonly Row[] {
  say(`first answers in ${String(rounds)} fresh processes for each engine`);
  const folder = mkdtempSync(join(tmpdir(), "ptc-code-"));
  try {
    return measured(rounds, folder);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function measured(rounds: number, folder: string): readonly Row[] {
  const without = new Map<EngineName, string>(
    engines.flatMap(({ name, firstAnswer, unavailable }) =>
      unavailable === undefined
        ? firstAnswer === undefined
          ? [[name, "the same as nbb"] as const]
          : []
        : [[name, unavailable] as const],
    ),
  );
  const start = rowOf(coldStartName, [{ kind: "faster-than-next", times: 2 }], without);
  const kept = rowOf(cachedCodeName, [], without);
  const commandLine = rowOf(
    commandLineName,
    [{ kind: "faster", than: "monty", times: 1 }],
    new Map(
      engines.flatMap(({ name }) =>
        name === "ptc" || name === "monty" ? [] : [[name, "has no command line"] as const],
      ),
    ),
  );
  // These store their compiled code.
  ownAnswerTime(folder);
  commandTime(commands.ptc, folder);
  const random = seededRandom(20_260_102);
  for (let round = 0; round < rounds; round += 1) {
    for (const engine of shuffled(
      engines.filter(({ name }) => !without.has(name)),
      random,
    )) {
      const time = firstAnswerTime(engine);
      addTime(start, engine.name, round, time);
      addTime(kept, engine.name, round, engine.name === "ptc" ? ownAnswerTime(folder) : time);
      if (engine.name === "ptc" || engine.name === "monty")
        addTime(commandLine, engine.name, round, commandTime(commands[engine.name], folder));
    }
  }
  return [start, kept, commandLine];
}

function rowOf(
  name: string,
  targets: readonly Target[],
  absent: ReadonlyMap<EngineName, string>,
): Row {
  return { name, targets, mix: undefined, absent, times: emptyTimes() };
}

function ownAnswerTime(folder: string): number {
  return answerTime("@ptc/lisp/node/fast", cachedCode, { PTC_CODE_CACHE: folder });
}

function firstAnswerTime({ title, firstAnswer = "" }: EngineEntry): number {
  return answerTime(title, firstAnswer);
}

/** The folder to start in, so that packages are found. */
const home = fileURLToPath(new URL("../..", import.meta.url));

/** Returns the microseconds of processor time from before the import until the result. */
function answerTime(title: string, firstAnswer: string, more: NodeJS.ProcessEnv = {}): number {
  const program = `const startedAt = process.cpuUsage(); ${firstAnswer} const { user, system } = process.cpuUsage(startedAt); const elapsed = user + system;
    process.stdout.write(JSON.stringify({ elapsed, answer: typeof answer === "object" ? answer.value : answer }), () => process.exit(0));`;
  const { stdout, stderr, status } = spawnSync(
    process.execPath,
    ["--input-type=module", "--eval", program],
    {
      encoding: "utf8",
      cwd: home,
      env: { ...process.env, NODE_NO_WARNINGS: "1", ...more },
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

const commands: Readonly<Record<"ptc" | "monty", readonly string[]>> = {
  ptc: [fileURLToPath(new URL("../../../apps/cli/bin/ptc.js", import.meta.url)), "eval", "(+ 1 2)"],
  monty: [fileURLToPath(new URL("monty-command.mjs", import.meta.url))],
};

/**
 * Returns the microseconds of processor time that a command takes, from the start of Node to its
 * exit.
 */
function commandTime(command: readonly string[], folder: string): number {
  const { output, stderr, status } = spawnSync(
    process.execPath,
    ["--require", fileURLToPath(new URL("tell-spent.cjs", import.meta.url)), ...command],
    {
      encoding: "utf8",
      cwd: home,
      env: { ...process.env, NODE_NO_WARNINGS: "1", PTC_CODE_CACHE: folder },
      stdio: ["ignore", "pipe", "pipe", "pipe"],
    },
  );
  const [, answer, , spent] = output;
  if (status !== 0 || answer?.trim() !== "3")
    throw new Error(`${command.join(" ")} answered ${String(answer)} instead of 3: ${stderr}`);
  return Number(spent);
}

// Runs of generated programs, some of whose calls wait, and the parts of their steps that waits
// must not change.

import type { ToolContext } from "@ptc/core/contracts";
import { effectAddressText } from "@ptc/core/internal/contracts";
import {
  approve,
  resume,
  run,
  type Checkpoint,
  type GenerateAfter,
  type LispStep,
  type ResumeOptions,
  type Tool,
} from "../../src/index.ts";

export interface Case {
  readonly source: string;
  /** One call in so many waits. */
  readonly every: number;
  /** One waiting call in so many is decided in each pass. */
  readonly decided: number;
  readonly salt: number;
  readonly generate: "never" | GenerateAfter;
}

export interface Report {
  readonly outcome: unknown;
  readonly calls: readonly (readonly unknown[])[];
  readonly others: readonly unknown[];
  /** The calls that reached the tool, sorted. */
  readonly made: readonly string[];
}

/** Runs a case. With `waits`, calls wait, and each pass reads the checkpoint from its JSON. */
export async function reportOf(given: Case, waits: boolean): Promise<Report> {
  const passes: Pass[] = [];
  for (let json: string | undefined = ""; json !== undefined; json = passes.at(-1)?.checkpoint)
    passes.push(await passOf(given, json, passes.length, waits));
  return reportOfPasses(passes);
}

/** One pass of a run: from its start or a checkpoint to the next wait or the end. */
export interface Pass {
  /** The calls that reached the tool. */
  readonly made: readonly string[];
  /** The JSON of the checkpoint, if the run waits. */
  readonly checkpoint: string | undefined;
  readonly end: Omit<Report, "made"> | undefined;
}

/** A pass for a process of its own. */
export interface PassJob {
  readonly given: Case;
  readonly json: string;
  readonly number: number;
}

/** Runs the next pass, from the JSON of a checkpoint; the first one from an empty text. */
export async function passOf(
  given: Case,
  json: string,
  number: number,
  waits: boolean,
): Promise<Pass> {
  if (number > 500) throw new Error("the run never ends");
  const made: string[] = [];
  const options = optionsOf(given, made, waits);
  const step =
    json === ""
      ? await run(given.source, { ...options, ...inputs })
      : await resumed(given, JSON.parse(json) as Checkpoint, number, options);
  return step.status === "waiting"
    ? { made, checkpoint: JSON.stringify(step.checkpoint), end: undefined }
    : { made, checkpoint: undefined, end: partsOf(step) };
}

/** The options of a run that `resume` determines. */
export const inputs = { runId: "r", random: () => 0.42, journal: {} };

/** The options of each pass. Calls that reach the tool are added to `made`. */
export function optionsOf(given: Case, made: string[], waits: boolean) {
  return {
    tools: { ask: asked(given, made, waits) },
    context: { rows: [{ a: 1 }, { a: 5 }, { a: 3 }] },
    generate: given.generate,
    clock: { now: () => 0, monotonic: () => 0 },
    limits: { timeoutMs: 1e9, steps: 30_000 },
  };
}

export function reportOfPasses(passes: readonly Pass[]): Report {
  const end = passes.at(-1)?.end;
  if (end === undefined) throw new Error("the run has not ended");
  return { ...end, made: passes.flatMap(({ made }) => made).sort() };
}

function resumed(
  given: Case,
  checkpoint: Checkpoint,
  number: number,
  options: ResumeOptions,
): Promise<LispStep> {
  const ids = checkpoint.pending.map(({ id }) => id);
  const chosen = ids.filter(
    (id) => hash(`${id} ${String(number * given.salt)}`) % given.decided === 0,
  );
  const decided = chosen.length === 0 ? ids.slice(0, 1) : chosen;
  return resume(given.source, checkpoint, {
    ...options,
    decisions: Object.fromEntries(decided.map((id) => [id, approve()])),
  });
}

function asked({ every, salt }: Case, made: string[], waits: boolean): Tool {
  const drawnOf = (text: string): number => hash(`${text} ${String(salt)}`);
  return {
    needsApproval: (_, { callId }) => waits && drawnOf(callId) % every === 0,
    execute: ({ n }, { callId }: ToolContext) => {
      made.push(callId);
      const result = (): number => {
        if (typeof n !== "number") throw new TypeError("n is no number");
        const drawn = hash(`${callId} ${String(n)}`);
        if (drawn % 37 === 0) throw new Error(`busy at ${callId}`);
        return drawn % 100;
      };
      const turns = drawnOf(`turns ${callId}`) % 4;
      return turns === 0 ? result() : after(turns, result);
    },
  };
}

async function after<Made>(turns: number, make: () => Made): Promise<Made> {
  for (let turn = 0; turn < turns; turn++)
    await new Promise((resolve) => {
      setImmediate(resolve);
    });
  return make();
}

/** The parts of a step that waits must not change. */
export function partsOf(step: LispStep): Omit<Report, "made"> {
  const forks = step.parallelCalls?.map(({ type, count, errorCount }) => [type, count, errorCount]);
  return {
    outcome: step.ok ? step.return : step.fail,
    calls: step.toolCalls.map(({ address, args, result, error }) => [
      effectAddressText(address),
      args,
      result ?? error,
    ]),
    others: [forks, step.prints, step.journal, { ...step.usage, durationMs: 0 }],
  };
}

function hash(text: string): number {
  let sum = 7;
  for (let index = 0; index < text.length; index++)
    sum = (Math.imul(sum, 31) + text.charCodeAt(index)) >>> 0;
  return (sum ^ (sum >>> 13)) >>> 0;
}

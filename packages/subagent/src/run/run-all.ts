// Runs a list of missions, several at a time.

import { OptionError } from "@ptc/core/errors";
import type { Fail } from "@ptc/core/contracts";
import { nextTask } from "@ptc/core/internal/task";
import { checkedAgent, type Agent, type AnyAgent } from "../agent/agent.ts";
import type { ResolvedMissionOptions } from "../loop/mission-options.ts";
import { isRecord, wrongOption } from "../options/option-checks.ts";
import type { MissionStep } from "../step/step.ts";
import { runAllOptions, type RunAllOptions, type Together } from "./run-all-options.ts";
import { preparedMission, type AgentRunOptions } from "./started-mission.ts";

/** A mission of `runAll`: an agent, and its options of `run`. */
export type RunOfAll<Given extends AnyAgent> = { readonly agent: Given } & ([Given] extends [
  Agent<infer Input, unknown, infer Needed>,
]
  ? AgentRunOptions<Input, Needed>
  : never);

/** The steps of missions, by their agents. */
export type StepsOf<Agents extends readonly AnyAgent[]> = {
  -readonly [Index in keyof Agents]: StepOf<Agents[Index]>;
};

type StepOf<Given> = [Given] extends [Agent<unknown, infer Output, never>]
  ? MissionStep<Output>
  : MissionStep;

/**
 * Runs missions concurrently, `concurrency` (4) at once, and returns their steps in the order of
 * `runs`. Options of a run take precedence over the shared ones. `maxModelCalls`, `maxTokens`,
 * `maxCost`, `turnBudget` and `maxToolCalls` limit all missions together, besides the limits of
 * each agent. Each mission whose calls wait returns its own checkpoint for `resume`, where the
 * limits for all missions no longer apply. A failed mission stops the others only with
 * `stopOnFailure`. Missions that had not begun when `signal` aborted return the step of a cancelled
 * mission.
 *
 * If `runs` is a generator or another iterable instead of a list, runs are taken one by one as
 * others end. After an abort, no more are taken.
 *
 * @example
 *   const steps = await runAll(
 *     texts.map((text) => ({ agent: reader, context: { text } })),
 *     { llm, concurrency: 8, maxModelCalls: 200 },
 *   );
 *
 * @throws OptionError for a bad option; with a list, before any mission runs
 */
export async function runAll<const Agents extends readonly AnyAgent[]>(
  runs: { readonly [Index in keyof Agents]: RunOfAll<Agents[Index]> },
  options?: RunAllOptions,
): Promise<StepsOf<Agents>>;
export async function runAll<Given extends AnyAgent>(
  runs: Iterable<RunOfAll<Given>>,
  options?: RunAllOptions,
): Promise<StepOf<Given>[]>;
export async function runAll(
  runs: Iterable<object>,
  options: RunAllOptions = {},
): Promise<MissionStep[]> {
  return await new RunningAll(runs, runAllOptions(options)).steps();
}

/** The number of missions of a cancelled list that are refused before other work gets its turn. */
const refusedAtOnce = 100;

type Mission = ReturnType<typeof preparedMission>;

class RunningAll {
  private readonly together: Together;
  private readonly isList: boolean;
  private readonly missions: Iterator<Mission>;
  private readonly stop = new AbortController();
  private readonly signal: AbortSignal;
  private readonly ended: MissionStep[] = [];
  private taken = 0;
  private isDone = false;
  private mistake: { readonly error: unknown } | undefined;

  constructor(runs: Iterable<object>, together: Together) {
    this.together = together;
    this.isList = Array.isArray(runs);
    const { signal } = together.shared;
    this.signal =
      signal === undefined ? this.stop.signal : AbortSignal.any([signal, this.stop.signal]);
    // Prepare each run once, because preparing it twice would draw its own random numbers twice.
    this.missions = Array.isArray(runs)
      ? Array.from(runs, (run: unknown, index) => this.prepared(run, index)).values()
      : this.preparedOneByOne(checkedIterable(runs));
  }

  async steps(): Promise<MissionStep[]> {
    const workers: Promise<void>[] = [];
    while (!this.isDone && workers.length < this.together.concurrency) workers.push(this.work());
    await Promise.all(workers);
    if (this.mistake !== undefined) throw this.mistake.error;
    return this.ended;
  }

  /** Runs one mission after the other until the last. Never rejects. */
  private async work(): Promise<void> {
    try {
      for (let next = this.next(); next !== undefined; next = this.next()) await this.end(next);
    } catch (error) {
      this.isDone = true;
      this.mistake ??= { error };
      this.stop.abort();
    }
  }

  private next(): { readonly mission: Mission; readonly index: number } | undefined {
    if (this.isDone) return undefined;
    if (this.signal.aborted && !this.isList) {
      this.isDone = true;
      this.missions.return?.();
      return undefined;
    }
    const next = this.missions.next();
    if (next.done === true) {
      this.isDone = true;
      return undefined;
    }
    const index = this.taken;
    this.taken += 1;
    return { mission: next.value, index };
  }

  private *preparedOneByOne(runs: Iterable<object>): Generator<Mission, void> {
    let index = 0;
    for (const run of runs) {
      yield this.prepared(run, index);
      index += 1;
    }
  }

  private async end({ mission, index }: { readonly mission: Mission; readonly index: number }) {
    // Creating a prompt never waits, and there may be a large number of missions, so let other work
    // run.
    if (!this.signal.aborted || index % refusedAtOnce === 0) await nextTask();
    const step = await mission(this.signal.aborted ? this.notStarted() : undefined);
    this.ended[index] = step;
    if (!step.ok && step.status !== "waiting" && this.together.stopsOnFailure) this.stop.abort();
  }

  private prepared(run: unknown, index: number): Mission {
    const name = `runs[${String(index)}]`;
    if (!isGiven(run)) throw wrongOption(name, "expected an object with an `agent`", run);
    try {
      const { shared, scope, random } = this.together;
      const { agent, ...given } = run;
      const own = Object.fromEntries(
        Object.entries(given).filter(([, value]) => value !== undefined),
      );
      const change = (resolved: ResolvedMissionOptions): ResolvedMissionOptions => ({
        ...resolved,
        signal:
          run.signal === undefined || resolved.signal === undefined
            ? this.signal
            : AbortSignal.any([this.signal, resolved.signal]),
        random: run.random === undefined ? random.ofRun(index) : resolved.random,
      });
      return preparedMission(
        checkedAgent(agent),
        { ...shared, random: undefined, signal: undefined, ...own },
        { change, scope },
      );
    } catch (error) {
      if (!(error instanceof OptionError)) throw error;
      const problem = error.message.slice(`option \`${error.option}\`: `.length);
      throw new OptionError(`${name}.${error.option}`, problem);
    }
  }

  private notStarted(): Fail {
    const isStopped = this.together.shared.signal?.aborted !== true;
    return {
      reason: "cancelled",
      message: isStopped
        ? "the mission was not started, because another one failed (option stopOnFailure)"
        : "the mission was cancelled before it started",
    };
  }
}

interface GivenRun {
  readonly agent: AnyAgent;
  readonly signal?: unknown;
  readonly random?: unknown;
}

function isGiven(run: unknown): run is GivenRun {
  return isRecord(run) && Object.hasOwn(run as object, "agent");
}

/**
 * @throws OptionError for a value that is not iterable, or a string, whose elements are not runs
 */
function checkedIterable(runs: Iterable<object>): Iterable<object> {
  const given = runs as Partial<Iterable<object>> | null | undefined;
  if (typeof given?.[Symbol.iterator] !== "function" || typeof runs === "string")
    throw wrongOption("runs", "expected a list of { agent, … }, or another iterable", runs);
  return runs;
}

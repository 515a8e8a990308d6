// Replays a recorded run: runs the agent's current definition, with all effects taken from the
// recording.

import type { SourcePosition, TraceSink } from "@ptc/core/contracts";
import { DecodingError } from "@ptc/core/decoding";
import { OptionError } from "@ptc/core/errors";
import { shortened } from "@ptc/core/internal/printing";
import { recordOf } from "@ptc/core/internal/values";
import { decodeMemory } from "@ptc/lisp";
import { overrideNames, type AgentOverrides } from "../agent/agent-options.ts";
import { checkedAgent, overriddenAgent, type Agent, type AnyAgent } from "../agent/agent.ts";
import { chainedContext } from "../chain/chained-context.ts";
import { knownOptions } from "../options/option-checks.ts";
import { MissionRandom } from "../bounds/mission-random.ts";
import { scopeAfterFail } from "../bounds/fail-firewalls.ts";
import { rootScope } from "../bounds/mission-scope.ts";
import { missionOptions, type ResolvedMissionOptions } from "../loop/mission-options.ts";
import { MissionRun } from "../loop/mission-run.ts";
import { withFiles } from "./recorded-files.ts";
import { decodedValue } from "@ptc/core/internal/stored";
import type { MissionStep, Turn } from "../step/step.ts";
import { divergenceOf } from "./divergence.ts";
import { Playback, type Divergence } from "./playback.ts";
import { ReplayEffects } from "./replay-effects.ts";
import { checkedRecording, RecordingError, type RunRecording } from "./run-recording.ts";
import type { HiddenJson } from "./hidden-json.ts";
import { stepDigest } from "./step-digest.ts";

/**
 * The options of `replay`: replacements for recorded values, and agent options that the recorded
 * run overrode.
 */
export interface ReplayOptions extends AgentOverrides<never> {
  /**
   * Replaces the recorded context, which lacks firewalled fields. Pass the previous step if the
   * run was chained onto one.
   */
  readonly context?: Readonly<Record<string, unknown>> | MissionStep;
  /**
   * Programs that replace those of the recording, by turn number. Their effects must be in the
   * recording.
   */
  readonly programs?: Readonly<Record<number, string>>;
  /** The `deps` for a function `systemPrompt`. No tool is called. */
  readonly deps?: unknown;
  readonly trace?: TraceSink;
  readonly signal?: AbortSignal;
}

const replayOptionNames = ["context", "programs", "deps", "trace", "signal"];

/** A position in a program of a run. */
export interface ProgramPlace {
  readonly turn: number;
  readonly position: SourcePosition;
  /** The line of the program, with a mark below the position. */
  readonly excerpt: string;
}

/**
 * The result of `replay`: the step of the replayed run, and where it diverged from the recording.
 */
export interface Replay<Output = unknown> {
  readonly step: MissionStep<Output>;
  /** True if the step equals that of the recorded run, except for its cost. */
  readonly isSame: boolean;
  /** Where the run first diverged from the recording; absent if it didn't. */
  readonly divergence?: Divergence;
  /**
   * The position of the divergence in the replayed program; `recorded` is the one in the recorded
   * program.
   */
  readonly asked?: ProgramPlace;
  readonly recorded?: ProgramPlace;
}

/**
 * Runs `agent` with the effects of `recording`. Sends no model requests, calls no tools and never
 * waits. An effect that isn't recorded ends the run with `replay_diverged`.
 * @throws OptionError for an invalid option; RecordingError if the inputs of the run can't be read
 */
export async function replay<Output>(
  agent: Agent<unknown, Output, never>,
  recording: RunRecording,
  options: ReplayOptions = {},
): Promise<Replay<Output>> {
  knownOptions(options, [...new Set([...replayOptionNames, ...overrideNames])]);
  checkedRecording(recording);
  const programs = checkedPrograms(options.programs, recording);
  const played = await play(agent, recording, options, programs);
  const { step, divergence } = played;
  if (divergence === undefined)
    return {
      step: step as MissionStep<Output>,
      isSame: recording.end?.digest === played.digest,
    };
  const asked = locationIn(step);
  // A second replay, up to the same location in the recorded program. It isn't traced.
  const silent: ReplayOptions = { ...options, trace: { emit: () => undefined } };
  const there = divergence.kind === "missing" ? divergence.recordedAt : divergence.at;
  const recorded =
    there === undefined
      ? undefined
      : locationIn((await play(agent, recording, silent, new Map(), there)).step);
  return {
    step: step as MissionStep<Output>,
    isSame: false,
    divergence,
    ...(asked === undefined ? {} : { asked }),
    ...(recorded === undefined ? {} : { recorded }),
  };
}

async function play(
  agent: AnyAgent,
  recording: RunRecording,
  options: ReplayOptions,
  programs: ReadonlyMap<number, string>,
  stopAt?: string,
) {
  const playback = new Playback(recording, stopAt);
  const stop = new AbortController();
  const effects = new ReplayEffects({
    playback,
    programs,
    abort: () => {
      stop.abort();
    },
  });
  const signal =
    options.signal === undefined ? stop.signal : AbortSignal.any([options.signal, stop.signal]);
  const chained = chainedContext(agentOfReplay(agent, options), options.context);
  const given: ResolvedMissionOptions = {
    ...missionOptions(await recordedOptions(recording, { ...options, context: chained.context })),
    signal,
    effects,
    observer: effects,
    clock: effects.clock(),
    random: new MissionRandom(recording.header.seed, Math.random),
  };
  const run = new MissionRun(chained.agent, given, scopeAfterFail(rootScope, chained.refused));
  const step = await (chained.refused === undefined ? run.run() : run.refuse(chained.refused));
  effects.hiding.hasHidden ||= recording.end?.hasHidden === true;
  const digest = stepDigest(step, effects.hiding, {
    like: recording.end?.digest,
    lines: { digest: recording.linesDigest, calls: effects.calls },
  });
  const divergence =
    divergenceOf(playback) ??
    unusedEffect(playback, programs) ??
    otherEnd(step, digest, recording, programs, effects.hiding);
  return {
    step,
    digest,
    divergence: divergence && namingLibraries(divergence, recording, chained.agent),
  };
}

/** Adds the libraries that have changed, because they may be the reason. */
function namingLibraries(
  divergence: Divergence,
  { header }: RunRecording,
  { libraries }: Agent,
): Divergence {
  const changed = Object.entries(header.libraries ?? {}).flatMap(([name, hash]) => {
    const now = libraries?.get(name)?.hash;
    if (now === hash) return [];
    const shown = shortened(JSON.stringify(name), 120);
    return [`the library ${shown} ${now === undefined ? "is missing" : "has changed"}`];
  });
  if (changed.length === 0) return divergence;
  const message = `${divergence.message} (since the recording, ${changed.join(", ")})`;
  return { ...divergence, message };
}

/** Returns the agent with the options that the recorded run overrode. */
function agentOfReplay(agent: AnyAgent, options: ReplayOptions): Agent {
  const overrides = Object.entries(options).filter(([name]) => overrideNames.includes(name));
  return overriddenAgent(checkedAgent(agent), Object.fromEntries(overrides));
}

/** The options, with a context that isn't a step. */
interface GivenToReplay extends Omit<ReplayOptions, "context"> {
  readonly context: unknown;
}

/** Returns the inputs of the run. @throws RecordingError */
async function recordedOptions({ header }: RunRecording, options: GivenToReplay) {
  const { context, contextUnkept, files, memory, journal, summaries } = header;
  const { toolCache, allowed, collectMessages } = header;
  if (options.context === undefined && context === undefined)
    throw new RecordingError(
      1,
      `has no context: ${contextUnkept ?? "it was not stored"}; pass it, { context }`,
    );
  try {
    return {
      context: (options.context ?? withFiles(decodedValue(context, "context"), files)) as Readonly<
        Record<string, unknown>
      >,
      memory: await decodeMemory(memory),
      ...(journal === undefined ? {} : { journal }),
      ...(summaries === undefined ? {} : { summaries }),
      toolCache: recordOf(
        Object.entries(toolCache ?? {}).map(([key, answer]): [string, unknown] => [
          key,
          decodedValue(answer, `toolCache.${key}`),
        ]),
      ),
      ...(allowed === undefined ? {} : { firewall: { allow: allowed } }),
      collectMessages,
      ...(options.deps === undefined ? {} : { deps: options.deps }),
      ...(options.trace === undefined ? {} : { trace: options.trace }),
    };
  } catch (error) {
    if (error instanceof DecodingError || error instanceof OptionError)
      throw new RecordingError(1, `cannot be read: ${error.message}`);
    throw error;
  }
}

/** Checks the replacement programs. @throws OptionError for a turn that isn't recorded */
function checkedPrograms(
  programs: Readonly<Record<number, string>> = {},
  recording: RunRecording,
): ReadonlyMap<number, string> {
  const turns = turnsOf(recording);
  return new Map(
    Object.entries(programs).map(([turn, program]): [number, string] => {
      if (!turns.includes(Number(turn)))
        throw new OptionError(
          "programs",
          `the recording has no turn ${turn}; it has ${turns.length === 0 ? "none" : turns.join(", ")}`,
        );
      if (typeof (program as unknown) !== "string")
        throw new OptionError("programs", `expected the program of turn ${turn}, a string`);
      return [Number(turn), program];
    }),
  );
}

/**
 * Returns the numbers of the turns of the run itself (not its child missions) in which a model
 * responded.
 */
export function turnsOf({ effects }: RunRecording): readonly number[] {
  const turns = effects.flatMap(({ effect }) => {
    const turn = effect.type === "model" ? /^(\d+)\/m/.exec(effect.at)?.[1] : undefined;
    return turn === undefined ? [] : [Number(turn)];
  });
  return [...new Set(turns)];
}

/**
 * Returns the first recorded effect that the run didn't request. For edited runs, only edited
 * turns are checked.
 */
function unusedEffect(
  playback: Playback,
  programs: ReadonlyMap<number, string>,
): Divergence | undefined {
  const isEdited = programs.size > 0;
  const unused = playback.unused(
    ({ type, at }) => !isEdited || (type !== "model" && programs.has(Number.parseInt(at, 10))),
  );
  if (unused === undefined) return undefined;
  const { line, effect } = unused;
  const what = {
    tool: effect.type === "tool" ? `calls tool/${effect.name}` : "",
    model: "calls the model",
    time: "reads the time",
  }[effect.type];
  return {
    at: effect.at,
    effect: effect.type,
    kind: "unused",
    message: `the recorded run ${what} at ${effect.at}, but this one does not`,
    line,
  };
}

function otherEnd(
  step: MissionStep,
  digest: string,
  { end }: RunRecording,
  programs: ReadonlyMap<number, string>,
  hiding: HiddenJson,
): Divergence | undefined {
  if (programs.size > 0 || end?.digest === digest) return undefined;
  if (end === undefined)
    return {
      at: "end",
      effect: "mission",
      kind: "missing",
      message: "the recording was interrupted before the run ended, so it contains no result",
    };
  const now = step.ok ? "an answer" : hiding.text(`${step.fail.reason}: ${step.fail.message}`);
  const before = end.ok ? "an answer" : `${end.reason ?? ""}: ${end.message ?? ""}`;
  return {
    at: "end",
    effect: "mission",
    kind: "different",
    message:
      now === before
        ? "every effect matches the recording, but the step differs"
        : `the recorded run ended with ${before}, but this one with ${now}`,
  };
}

/** Returns the program position at which the run diverged, in the deepest mission that did. */
function locationIn(step: MissionStep): ProgramPlace | undefined {
  for (const { step: below } of step.childSteps ?? []) {
    const location = locationIn(below);
    if (location !== undefined) return location;
  }
  const turn = step.turns.find(({ fail }: Turn) => fail?.details?.kind === "replay_diverged");
  const { position, excerpt } = turn?.fail?.details ?? {};
  if (turn === undefined || position === undefined || excerpt === undefined) return undefined;
  return { turn: turn.number, position, excerpt };
}

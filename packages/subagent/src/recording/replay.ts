// Replays a recorded run: runs the agent's current definition, with all effects taken from the
// recording.

import type { SourcePosition } from "@ptc/core/contracts";
import { overrideNames } from "../agent/agent-options.ts";
import { checkedAgent, overriddenAgent, type Agent, type AnyAgent } from "../agent/agent.ts";
import { chainedContext } from "../chain/chained-context.ts";
import { knownOptions } from "../options/option-checks.ts";
import { MissionRandom } from "../bounds/mission-random.ts";
import { scopeAfterFail } from "../bounds/fail-firewalls.ts";
import { rootScope } from "../bounds/mission-scope.ts";
import { missionOptions, type ResolvedMissionOptions } from "../loop/mission-options.ts";
import { MissionRun } from "../loop/mission-run.ts";
import type { MissionStep, Turn } from "../step/step.ts";
import { divergenceOf } from "./divergence.ts";
import { namingLibraries, otherEnd, unusedEffect } from "./ended-replay.ts";
import { Playback, type Divergence } from "./playback.ts";
import { ReplayEffects } from "./replay-effects.ts";
import { recordedOptions, replayOptionNames, type ReplayOptions } from "./replayed-options.ts";
import { checkedPrograms } from "./replayed-programs.ts";
import { checkedRecording, type RunRecording } from "./run-recording.ts";
import { stepDigest } from "./step-digest.ts";

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

/** Returns the agent with the options that the recorded run overrode. */
function agentOfReplay(agent: AnyAgent, options: ReplayOptions): Agent {
  const overrides = Object.entries(options).filter(([name]) => overrideNames.includes(name));
  return overriddenAgent(checkedAgent(agent), Object.fromEntries(overrides));
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

// Runs a mission as a stream of its events, for interfaces that show its progress.

import type { TraceEvent } from "@ptc/core/contracts";
import { combineSinks } from "@ptc/core/internal/contracts";
import type { AnyAgent } from "../agent/agent.ts";
import type { ResolvedMissionOptions } from "../loop/mission-options.ts";
import type { ModelDeltaEvent } from "../model/model-delta.ts";
import type { MissionStep } from "../step/step.ts";
import {
  startMission,
  type AgentWithoutInput,
  type AnswerOfRun,
  type RunOptions,
} from "./started-mission.ts";

/**
 * An event of the trace, or a piece of an answer while a model writes it. All have one shape:
 * `type`, ids, `time`, and the fields of the type in `data`.
 */
export type MissionEvent = TraceEvent | ModelDeltaEvent;

/**
 * The events of a mission in order, and its final step. Leaving the iteration early cancels the
 * mission.
 */
export interface MissionEvents<Output = unknown> extends AsyncIterable<MissionEvent> {
  /** Resolves with the step when the mission has ended, even if its events are never read. */
  readonly step: Promise<MissionStep<Output>>;
  /** Cancels the mission at once, even while nothing happens. Its last events follow. */
  readonly cancel: () => void;
}

/**
 * Starts a mission, with an agent or a prompt as `run` does, and returns its events as they
 * happen.
 *
 * @example
 *   const events = runEvents(agent, { llm, context: { rows } });
 *   for await (const event of events)
 *     if (event.type === "turn-start") console.log(event.data.turn);
 *   const step = await events.step;
 *
 * @throws OptionError for a bad option
 */
export function runEvents<Given extends string | AnyAgent>(
  agent: Given & AgentWithoutInput<Given>,
): MissionEvents<AnswerOfRun<Given, "() -> :any">>;
export function runEvents<
  Given extends string | AnyAgent,
  const Text extends string = "() -> :any",
  Deps = unknown,
  Answer = never,
>(
  given: Given,
  options: RunOptions<Given, Text, Deps, Answer>,
): MissionEvents<AnswerOfRun<Given, Text, Answer>>;
export function runEvents(given: string | AnyAgent, options: object = {}): MissionEvents {
  return eventsOf((change) => startMission(given, options, { change }));
}

/** Returns the events of a mission that `start` begins with changed options. */
export function eventsOf(
  start: (
    change: (options: ResolvedMissionOptions) => ResolvedMissionOptions,
  ) => Promise<MissionStep>,
): MissionEvents {
  const queue = new EventQueue();
  const stop = new AbortController();
  const change = (resolved: ResolvedMissionOptions): ResolvedMissionOptions => ({
    ...resolved,
    signal:
      resolved.signal === undefined ? stop.signal : AbortSignal.any([resolved.signal, stop.signal]),
    sink: combineSinks(resolved.sink, {
      emit: (event) => {
        queue.push(event);
      },
    }),
    onDelta: (event: ModelDeltaEvent) => {
      queue.push(event);
    },
  });
  const step = start(change).finally(() => {
    queue.close();
  });
  // A caller that only reads the events must not get an unhandled rejection of `step` as well.
  step.catch(() => undefined);
  return {
    step,
    cancel: () => {
      stop.abort();
    },
    async *[Symbol.asyncIterator]() {
      try {
        yield* queue.events();
      } finally {
        stop.abort();
      }
    },
  };
}

/** Buffers events until they are read. */
class EventQueue {
  private readonly waiting: MissionEvent[] = [];
  /** The number of events already read. */
  private read = 0;
  private isClosed = false;
  private wake = (): void => undefined;

  push(event: MissionEvent): void {
    this.waiting.push(event);
    this.wake();
  }

  close(): void {
    this.isClosed = true;
    this.wake();
  }

  async *events(): AsyncGenerator<MissionEvent> {
    for (;;) {
      for (let event = this.next(); event !== undefined; event = this.next()) yield event;
      if (this.isClosed) return;
      await new Promise<void>((resolve) => {
        this.wake = resolve;
      });
    }
  }

  /**
   * Removes read events in batches: shifting a long list for each one would take quadratic time.
   */
  private next(): MissionEvent | undefined {
    const { waiting } = this;
    const event = waiting[this.read];
    if (event !== undefined) this.read += 1;
    if (this.read > 1_000 && 2 * this.read > waiting.length) {
      waiting.splice(0, this.read);
      this.read = 0;
    }
    return event;
  }
}

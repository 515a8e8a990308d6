// Runs a mission as a stream of its events, for interfaces that show it while it runs.

import { combineSinks, type TraceEvent } from "@ptc/core/contracts";
import { checkedAgent, type Agent } from "../agent/agent.ts";
import { rootScope } from "../bounds/mission-scope.ts";
import type { ModelDelta } from "../model/model-delta.ts";
import type { MissionStep } from "../step/step.ts";
import { MissionRun } from "../loop/mission-run.ts";
import {
  missionOptions,
  type ContextOption,
  type MissionOptions,
} from "../loop/mission-options.ts";

/** An event of the trace, or a piece of an answer while a model writes it. */
export type MissionEvent = TraceEvent | ModelDelta;

/**
 * The events of a mission in order, and the step it ends in. Leaving the iteration early cancels
 * the mission.
 */
export interface MissionEvents<Output = unknown> extends AsyncIterable<MissionEvent> {
  /** Resolves with the step when the mission has ended, even if nobody iterates over the events. */
  readonly step: Promise<MissionStep<Output>>;
}

/**
 * Starts a mission and gives its events as they happen.
 * @throws OptionError for a bad option
 */
export function runEvents<Input, Output>(
  agent: Agent<Input, Output>,
  options: MissionOptions & ContextOption<Input>,
): MissionEvents<Output> {
  const queue = new EventQueue();
  const stop = new AbortController();
  const given = missionOptions(options);
  const resolved = {
    ...given,
    signal: given.signal === undefined ? stop.signal : AbortSignal.any([given.signal, stop.signal]),
    sink: combineSinks(given.sink, {
      emit: (event) => {
        queue.push(event);
      },
    }),
    onDelta: (delta: ModelDelta) => {
      queue.push(delta);
    },
  };
  // The cast is safe: the answer was checked against the signature.
  const step = new MissionRun(checkedAgent(agent), resolved, rootScope).run().finally(() => {
    queue.close();
  }) as Promise<MissionStep<Output>>;
  // A caller that only reads the events must not get an unhandled rejection of `step` as well.
  step.catch(() => undefined);
  return {
    step,
    async *[Symbol.asyncIterator]() {
      try {
        yield* queue.events();
      } finally {
        stop.abort();
      }
    },
  };
}

/** Holds events until they are read. */
class EventQueue {
  private readonly waiting: MissionEvent[] = [];
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
      for (let event = this.waiting.shift(); event !== undefined; event = this.waiting.shift())
        yield event;
      if (this.isClosed) return;
      await new Promise<void>((resolve) => {
        this.wake = resolve;
      });
    }
  }
}

// A mission as a stream of its events, for interfaces that show it while it goes on.

import { combineSinks, type TraceEvent } from "@ptc/core/contracts";
import { checkedAgent, type Agent } from "../agent/agent.ts";
import { rootScope } from "../bounds/mission-scope.ts";
import type { MissionStep } from "../step/step.ts";
import { MissionRun } from "../loop/mission-run.ts";
import {
  missionOptions,
  type ContextOption,
  type MissionOptions,
} from "../loop/mission-options.ts";

/**
 * The events of a mission in their order, and the step it ends in. Whoever stops listening early
 * cancels the mission.
 */
export interface MissionEvents<Output = unknown> extends AsyncIterable<TraceEvent> {
  /** Resolves with the step when the mission has ended, whether or not somebody listens. */
  readonly step: Promise<MissionStep<Output>>;
}

/**
 * Starts a mission and tells what happens as it happens.
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
  };
  // The answer has passed the signature.
  const step = new MissionRun(checkedAgent(agent), resolved, rootScope).run().finally(() => {
    queue.close();
  }) as Promise<MissionStep<Output>>;
  // Who listens to the events only is not told of it twice.
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

/** Events wait here until they are read. */
class EventQueue {
  private readonly waiting: TraceEvent[] = [];
  private isClosed = false;
  private wake = (): void => undefined;

  push(event: TraceEvent): void {
    this.waiting.push(event);
    this.wake();
  }

  close(): void {
    this.isClosed = true;
    this.wake();
  }

  async *events(): AsyncGenerator<TraceEvent> {
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

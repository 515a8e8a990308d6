// Helpers for tests of event streams.

import type { Clock } from "@ptc/core/contracts";
import { createScriptedModel, type ScriptEntry } from "@ptc/llm";
import { defineAgent, runEvents, type AgentOptions, type MissionEvents } from "../../src/index.ts";
import {
  eventStreamHeaders,
  readEventStream,
  type ReadEventStreamOptions,
  type StreamedEvent,
} from "../../src/streams/index.ts";

/** A clock on which time passes only in `pass`. */
export class StillClock implements Clock {
  private readonly sleepers = new Set<() => void>();
  now = (): number => 0;
  monotonic = (): number => 0;
  sleep = async (_milliseconds: number, signal: AbortSignal): Promise<void> => {
    await new Promise<void>((resolve) => {
      this.sleepers.add(resolve);
      signal.addEventListener("abort", () => {
        resolve();
      });
    });
  };
  /** Ends all waits. */
  pass(): void {
    for (const end of this.sleepers) end();
    this.sleepers.clear();
  }
}

/** A clock on which pauses end at once, and longer time limits never. */
export const instantly: Clock = {
  now: () => 0,
  monotonic: () => 0,
  sleep: async (milliseconds, signal) => {
    if (milliseconds < 60_000) return;
    await new Promise<void>((resolve) => {
      signal.addEventListener("abort", () => {
        resolve();
      });
    });
  },
};

export function started(
  script: readonly ScriptEntry[],
  options: Partial<AgentOptions> = {},
  context: Readonly<Record<string, unknown>> = {},
): MissionEvents {
  const agent = defineAgent({ prompt: "Add the secret numbers.", ...options });
  return runEvents(agent, { llm: createScriptedModel(script), context });
}

/** Returns the events of a stream, read by the client. */
export async function eventsIn(
  stream: ReadableStream<Uint8Array>,
  options: ReadEventStreamOptions = {},
): Promise<StreamedEvent[]> {
  const response = new Response(stream, { headers: eventStreamHeaders });
  const events: StreamedEvent[] = [];
  for await (const event of readEventStream(() => Promise.resolve(response), options))
    events.push(event);
  return events;
}

/** Returns the pieces of a kind, joined. */
export function piecesOf(events: readonly StreamedEvent[], kind: string): string {
  return events
    .map((event) =>
      event.type === "model-delta" && event.data.kind === kind ? event.data.text : "",
    )
    .join("");
}

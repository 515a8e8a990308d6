// A mission over data with fields whose name starts with `_`, and the outputs where their values
// would leak.

import { systemClock } from "@ptc/core/contracts";
import type { ScriptEntry } from "@ptc/llm";
import { createMemoryTracer, formatEvent } from "@ptc/tracer";
import { play, textOf, type PlayedScene, type Scene } from "./missions.ts";

/** The number as a word of its own, because a time in milliseconds may contain these digits. */
export const canary = /canary|(?<![\d.])90909\d(?!\d)/;

/** Each location has its own canary, so that a leaked one shows where it came from. */
export const row = () => ({
  id: 1,
  _ssn: "canary-row",
  nested: { _deep: ["canary-deep"], list: [{ _x: { y: "canary-list" } }], ok: 1 },
});

export const context = () => ({
  _token: "canary-top",
  _number: 909_093,
  "ns/_token": "canary-namespaced",
  rows: [row(), { ...row(), id: 2, _pin: 909_091 }],
  byName: new Map<unknown, unknown>([
    ["_key", "canary-map"],
    ["plain", { _in: "canary-in-map" }],
    ["list", [{ _in: "canary-list-in-map" }]],
  ]),
  members: new Set([{ _m: "canary-set" }]),
  deep: { a: { b: { c: [[{ _d: "canary-very-deep" }]] } } },
});

export const tools = {
  get: () => ({ rows: [{ _t: "canary-tool", n: 1 }], _all: "canary-tool-top" }),
  later: () => Promise.resolve([{ _t: "canary-later" }]),
  take: {
    signature: "(_key :string, n :int?) -> {_out :string, n :int?}",
    execute: () => ({ _out: "canary-out" }),
  },
  bad: { signature: "() -> {_out :string}", execute: () => ({ _out: 909_092 }) },
  kept: { cache: true, execute: () => ({ _kept: "canary-kept" }) },
};

export const memory = () => ({
  _mine: "canary-memory",
  shown: { _inside: "canary-in-memory", n: 1 },
});

export async function traced(
  script: readonly ScriptEntry[],
  scene: Scene = {},
): Promise<PlayedScene & { readonly masked: string; readonly revealed: string }> {
  const tracer = createMemoryTracer();
  const played = await play(script, {
    tools,
    context: context(),
    memory: memory(),
    collectMessages: true,
    journal: {},
    trace: tracer,
    // Random span ids and times could contain the digits of a canary.
    random: () => 0.5,
    clock: { ...systemClock, now: () => 0 },
    ...scene,
  });
  return {
    ...played,
    masked: tracer.events.map((event) => formatEvent(event)).join("\n"),
    revealed: tracer.events.map((event) => formatEvent(event, { reveal: true })).join("\n"),
  };
}

/** Returns the lines with a canary among the sent messages, the step's messages and the trace. */
export function leaks({ llm, step, masked }: Awaited<ReturnType<typeof traced>>): string[] {
  const sent = llm.requests.flatMap(({ messages }) =>
    messages.map(({ content }) => textOf(content)),
  );
  const collected = [
    ...(step.messages ?? []),
    ...step.turns.flatMap(({ messages }) => messages ?? []),
  ].map(({ content }) => content);
  return [
    ...new Set(
      [...sent, ...collected, masked]
        .flatMap((text) => text.split("\n"))
        .filter((line) => canary.test(line)),
    ),
  ];
}

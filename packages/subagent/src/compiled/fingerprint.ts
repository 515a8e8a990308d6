// What a compiled program was made for, as text, and a hash of it: a program that is stored says
// with it what it needs of the agent that runs it.

import type { Agent } from "../agent/agent.ts";
import { digestOf } from "../recording/digest.ts";

/** What a compiled program needs of its agent. */
export interface CompiledNeeds {
  readonly signature: string;
  /** The signatures of the tools that it calls, by name; null where a tool has none. */
  readonly tools: readonly (readonly [name: string, signature: string | null])[];
  readonly limits: readonly (readonly [name: string, value: number])[];
}

/** What a program that calls these tools needs of `agent`. */
export function needsOf(agent: Agent, tools: Iterable<string>): CompiledNeeds {
  return {
    signature: agent.signature.text,
    tools: [...tools]
      .filter((name) => agent.tools.has(name))
      .toSorted()
      .map((name) => [name, agent.tools.get(name)?.signature ?? null]),
    limits: Object.entries(agent.limits).toSorted(([left], [right]) => (left < right ? -1 : 1)),
  };
}

/** What differs between what a program was compiled for and what an agent has now. */
export function changesSince(compiled: CompiledNeeds, now: CompiledNeeds): readonly string[] {
  return [
    ...(compiled.signature === now.signature
      ? []
      : [`the signature was ${quoted(compiled.signature)} and is ${quoted(now.signature)}`]),
    ...changesOf("tool", "the signature", compiled.tools, now.tools),
    ...changesOf("limit", "the value", compiled.limits, now.limits),
  ];
}

function changesOf(
  kind: string,
  what: string,
  before: readonly (readonly [string, unknown])[],
  now: readonly (readonly [string, unknown])[],
): readonly string[] {
  const today = new Map(now);
  const names = new Set(before.map(([name]) => name));
  return [
    ...before.flatMap(([name, value]) => {
      if (!today.has(name)) return [`the ${kind} ${shown(name)} is gone`];
      return today.get(name) === value
        ? []
        : [
            `${what} of the ${kind} ${shown(name)} was ${quoted(value)} and is ${quoted(today.get(name))}`,
          ];
    }),
    ...now.flatMap(([name]) => (names.has(name) ? [] : [`the ${kind} ${shown(name)} is new`])),
  ];
}

const longest = 200;

function shown(name: string): string {
  return name.length > longest ? `${name.slice(0, longest)}…` : name;
}

function quoted(value: unknown): string {
  return value === null ? "none" : shown(JSON.stringify(value));
}

/** Sixteen hexadecimal digits, the same for the same program, needs and samples. */
export function fingerprint(parts: unknown): string {
  return digestOf(JSON.stringify(parts));
}

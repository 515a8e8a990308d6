// Collects what a compiled program needs of its agent, and hashes it. A stored program includes its
// needs, so they can be compared with the agent that runs it.

import { shortened } from "@ptc/core/internal/printing";
import type { Agent } from "../agent/agent.ts";
import { digestOf } from "../recording/digest.ts";

/** The parts of an agent that a compiled program depends on. */
export interface CompiledNeeds {
  readonly signature: string;
  /**
   * The signatures of the tools that the program calls, by name. Null for a tool without a
   * signature.
   */
  readonly tools: readonly (readonly [name: string, signature: string | null])[];
  readonly limits: readonly (readonly [name: string, value: number])[];
  /** The hashes of the libraries that the program may use, by name. Absent without any. */
  readonly libraries?: readonly (readonly [name: string, hash: string])[];
}

/** Returns the needs of a program that calls these tools of `agent`. */
export function needsOf(agent: Agent, tools: Iterable<string>, source: string): CompiledNeeds {
  // A name in a comment makes no difference that matters.
  const used = (agent.libraries?.all ?? []).filter(({ name }) => source.includes(name));
  return {
    signature: agent.signature.text,
    tools: [...tools]
      .filter((name) => agent.tools.has(name))
      .toSorted()
      .map((name) => [name, agent.tools.get(name)?.signature ?? null]),
    limits: Object.entries(agent.limits).toSorted(([left], [right]) => (left < right ? -1 : 1)),
    ...(used.length === 0
      ? {}
      : { libraries: used.map(({ name, hash }): [string, string] => [name, hash]).toSorted() }),
  };
}

/** Describes the differences between the needs at compile time and now. */
export function changesSince(compiled: CompiledNeeds, now: CompiledNeeds): readonly string[] {
  return [
    ...(compiled.signature === now.signature
      ? []
      : [`the signature changed from ${quoted(compiled.signature)} to ${quoted(now.signature)}`]),
    ...changesOf("tool", "the signature", compiled.tools, now.tools),
    ...changesOf("limit", "the value", compiled.limits, now.limits),
    ...changesOf("library", "the version", compiled.libraries ?? [], now.libraries ?? []),
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
            `${what} of the ${kind} ${shown(name)} changed from ${quoted(value)} to ${quoted(today.get(name))}`,
          ];
    }),
    ...now.flatMap(([name]) => (names.has(name) ? [] : [`the ${kind} ${shown(name)} is new`])),
  ];
}

const longest = 200;

function shown(name: string): string {
  return shortened(name, longest);
}

function quoted(value: unknown): string {
  return value === null ? "none" : shown(JSON.stringify(value));
}

/** Returns sixteen hexadecimal digits, equal for the same program, needs and samples. */
export function fingerprint(parts: unknown): string {
  return digestOf(JSON.stringify(parts));
}

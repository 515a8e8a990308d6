// Makes the check of a mission: the answer must be correct, and no message may contain firewalled
// values.

import { isObject } from "@ptc/core/internal/host";
import type { MissionStep } from "@ptc/subagent";

export interface Expectations {
  /** Values of firewalled fields. They may be in the answer but must not be in any message. */
  readonly secrets?: readonly string[];
  /** An additional check, which returns the problems. */
  readonly additional?: (step: MissionStep) => readonly string[];
}

/**
 * Returns a check that the step returns `answer`. Numbers may differ by half a unit of the second
 * decimal place; everything else must be equal.
 */
export function expecting(
  answer: unknown,
  { secrets = [], additional }: Expectations = {},
): (step: MissionStep) => readonly string[] {
  return (step) => {
    if (!step.ok) return [`${step.fail.reason}: ${step.fail.message}`];
    const seen = (step.messages ?? []).filter(({ content }) =>
      secrets.some((secret) => content.includes(secret)),
    );
    return [
      ...difference(step.return, answer, "return"),
      ...(step.messages === undefined ? ["the step has no messages"] : []),
      ...seen.map(({ role }) => `a message of role ${role} holds a firewalled value`),
      ...(additional?.(step) ?? []),
    ];
  };
}

const tolerance = 0.00501;

/** Returns the first difference. */
function difference(given: unknown, wanted: unknown, place: string): readonly string[] {
  if (typeof given === "number" && typeof wanted === "number")
    return Math.abs(given - wanted) <= tolerance ? [] : [reported(given, wanted, place)];
  if (Array.isArray(given) && Array.isArray(wanted)) {
    if (given.length !== wanted.length)
      return [`${place}: has ${String(given.length)} elements instead of ${String(wanted.length)}`];
    return wanted
      .flatMap((element, index) => difference(given[index], element, `${place}[${String(index)}]`))
      .slice(0, 1);
  }
  if (!isObject(given) || !isObject(wanted))
    return given === wanted ? [] : [reported(given, wanted, place)];
  const names = new Set([...Object.keys(given), ...Object.keys(wanted)]);
  return [...names]
    .flatMap((name) => difference(given[name] ?? null, wanted[name] ?? null, `${place}.${name}`))
    .slice(0, 1);
}

function reported(given: unknown, wanted: unknown, place: string): string {
  return `${place}: is ${JSON.stringify(given)} instead of ${JSON.stringify(wanted)}`;
}

// A fingerprint of a case, so that a changed case runs again.

import { fingerprint } from "@ptc/tracer/internal";
import { textOf } from "../score/compare-values.ts";
import type { EvalCase } from "../suite/eval-case.ts";

const longestExpected = 10_000;

/** Returns 12 hex digits that change with the question, the right answer or the code of a case. */
export function caseVersionOf(one: EvalCase): string {
  const { expected, prompt, agent, world } = one;
  const parts: readonly string[] = [
    textOf(expected, longestExpected),
    ...(prompt === undefined
      ? []
      : [prompt, one.signature ?? "", textOf(one.context, longestExpected)]),
    ...(agent === undefined
      ? []
      : [agent.prompt, agent.signature.text, [...agent.tools.keys()].join(" ")]),
    // Worlds are made for each run, so their code is all that can be compared.
    ...(world === undefined ? [] : [String(world)]),
    String(one.check ?? ""),
  ];
  return fingerprint(parts.join("\u0000"));
}

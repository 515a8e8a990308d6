// Checks what a vector says about its oracles: each one it names must give the expected answer, and
// one that it does not name must not, because then the reason that it gives would no longer be
// true.

import type { Oracle } from "../oracles/oracle.ts";
import { showAnswer, type Answer } from "../oracles/answer.ts";
import { oracleAgrees } from "./agreement.ts";
import type { Vector } from "./vector.ts";

/** The broken promises of one vector, each with its place and what the oracle answered. */
export function problemsOfVector(
  vector: Vector,
  answers: ReadonlyMap<Oracle["name"], Answer>,
): readonly string[] {
  return [...answers].flatMap(([name, answer]) => {
    const isNamed = vector.authorities.includes(name);
    if (oracleAgrees(answer, vector) === isNamed) return [];
    const about = `${vector.place}: ${vector.id}: ${name}`;
    return isNamed
      ? [`${about} answers ${showAnswer(answer)}`]
      : [`${about} gives this answer too and is not named`];
  });
}

// Checks the claims of a vector about its oracles. Each oracle that it names must give the expected
// answer. One that it doesn't name must not, because then its reason would be wrong.

import type { Oracle } from "../oracles/oracle.ts";
import { showAnswer, type Answer } from "../oracles/answer.ts";
import { oracleAgrees } from "./agreement.ts";
import type { Vector } from "./vector.ts";

/** Returns the false claims of one vector, each with its location and the oracle's answer. */
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

// Tests that the language gives the expected answer for every vector. A known fault runs inverted:
// it fails the suite once it is fixed.
import { describe, expect, test } from "vitest";
import { showAnswer } from "../oracles/answer.ts";
import { ourAnswerAgrees } from "./agreement.ts";
import { ourAnswer } from "./our-answer.ts";
import { isKnownFault, type Vector } from "./vector.ts";
import { readVectorFiles } from "./vector-files.ts";

/** Returns the problem with our answer to a vector, or undefined. */
async function problemOf(vector: Vector): Promise<string | undefined> {
  const answer = await ourAnswer(vector.program, vector.input);
  const agrees = ourAnswerAgrees(answer, vector);
  if (agrees !== isKnownFault(vector)) return undefined;
  return agrees
    ? `${vector.place}: ${vector.id} passes: it is no fault any more`
    : `${vector.place}: ${vector.id} answers ${showAnswer(answer)}`;
}

describe("conformance vectors", () => {
  test.each(readVectorFiles().map(({ family, vectors }) => [family, vectors] as const))(
    "the language gives the expected answers for %s",
    async (_family, vectors) => {
      const problems: string[] = [];
      for (const vector of vectors) {
        const problem = await problemOf(vector);
        if (problem !== undefined) problems.push(problem);
      }
      expect(problems).toEqual([]);
    },
  );
});

// The language answers every vector as it expects. A known fault runs inverted: it breaks the suite
// when it is mended.
import { describe, expect, test } from "vitest";
import { showAnswer } from "../oracles/answer.ts";
import { ourAnswerAgrees } from "./agreement.ts";
import { ourAnswer } from "./our-answer.ts";
import { isKnownFault, type Vector } from "./vector.ts";
import { readVectorFiles } from "./vector-files.ts";

/** What is wrong with our answer to a vector; undefined when nothing is. */
async function problemOf(vector: Vector): Promise<string | undefined> {
  const answer = await ourAnswer(vector.program, vector.input);
  const agrees = ourAnswerAgrees(answer, vector);
  if (agrees !== isKnownFault(vector)) return undefined;
  return agrees
    ? `${vector.place}: ${vector.id} passes: it is no fault any more`
    : `${vector.place}: ${vector.id} answers ${showAnswer(answer)}`;
}

describe("vectors", () => {
  test.each(readVectorFiles().map(({ family, vectors }) => [family, vectors] as const))(
    "of %s",
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

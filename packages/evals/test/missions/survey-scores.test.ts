// Tests that the check of survey-scores accepts the correct answer from the responses, and refuses
// careless ones.

import {
  makeSurvey,
  surveyScores,
  type Survey,
} from "../../src/suites/missions/shapes/survey-scores.ts";
import { testCheck } from "./test-check.ts";

type Response = Survey["responses"][number];

type Mistake =
  | "takes what is no score for nought"
  | "counts each number as a score"
  | "takes only numbers for scores"
  | "looks into the first section only"
  | "leaves out responses without sections"
  | "takes areas as they are spelled"
  | "takes the north-east for the north"
  | "keeps areas with few scores"
  | "compares all responses with the least number";

function scoreOf(answer: unknown, mistake?: Mistake): number | undefined {
  const none = mistake === "takes what is no score for nought" ? 0 : undefined;
  if (typeof answer !== "number" && mistake === "takes only numbers for scores") return undefined;
  const digits = /^\d+/.exec(String(answer))?.[0];
  if (digits === undefined) return none;
  const isScore = mistake === "counts each number as a score" || /^[1-5]$/.test(digits);
  return isScore ? Number(digits) : none;
}

function areaOf(spelled: string, mistake?: Mistake): string {
  if (mistake === "takes areas as they are spelled") return spelled;
  const letters = spelled.toLowerCase().replaceAll(/[^a-z]/g, "");
  if (mistake === "takes the north-east for the north" && letters.startsWith("n")) return "north";
  const names = new Map([
    ["n", "north"],
    ["ne", "north-east"],
    ["northeast", "north-east"],
    ["s", "south"],
    ["w", "west"],
  ]);
  return names.get(letters) ?? letters;
}

function read({ question, areas, least, responses }: Survey, mistake?: Mistake): unknown {
  const answerTo = ({ sections }: Response): unknown => {
    const looked =
      mistake === "looks into the first section only" ? sections?.slice(0, 1) : sections;
    return looked?.map(({ answers }) => answers?.[question]).find((answer) => answer !== undefined);
  };
  return areas.flatMap((area) => {
    const here = responses
      .filter(({ about }) => areaOf(about.area, mistake) === area)
      .filter(
        ({ sections }) => mistake !== "leaves out responses without sections" || sections?.length,
      );
    const scores = here
      .map((response) => scoreOf(answerTo(response), mistake))
      .filter((score) => score !== undefined);
    const compared =
      mistake === "compares all responses with the least number" ? here.length : scores.length;
    if (compared < least && mistake !== "keeps areas with few scores") return [];
    const total = scores.reduce((sum, score) => sum + score, 0);
    const unscored = here.length - scores.length;
    return [{ area, scores: scores.length, mean: total / scores.length, unscored }];
  });
}

testCheck(surveyScores, (random) => makeSurvey(random).survey, read, [
  "takes what is no score for nought",
  "counts each number as a score",
  "takes only numbers for scores",
  "looks into the first section only",
  "leaves out responses without sections",
  "takes areas as they are spelled",
  "takes the north-east for the north",
  "keeps areas with few scores",
  "compares all responses with the least number",
]);

// A mission whose parameters specify the request: a question of a survey, areas, and a minimum
// number of answers. Scores are written in several ways, and many answers aren't scores.

import { defineAgent } from "@ptc/subagent";
import type { Random } from "../../../statistics/random.ts";
import { expecting } from "../expecting.ts";
import { between, code, list, shuffled, sum } from "../rows.ts";
import type { SampleMission } from "../sample-mission.ts";

type Answer = number | string | null;

export interface Survey {
  readonly question: string;
  readonly areas: readonly string[];
  readonly least: number;
  readonly responses: readonly {
    readonly id: string;
    readonly about: { readonly area: string; readonly form: "A" | "B" };
    readonly sections?:
      | readonly {
          readonly title: string;
          readonly answers?: Readonly<Record<string, Answer>> | null;
        }[]
      | null;
  }[];
}

const areas = [
  { area: "north", spellings: ["north", "North", "NORTH ", "N"] },
  { area: "north-east", spellings: ["north-east", "North East", "northeast", "NE"] },
  { area: "south", spellings: ["south", "South", "S", "south "] },
  { area: "west", spellings: ["west", "West", "W"] },
];
const island = { area: "island", spellings: ["island", "Island"] };
const questions = ["q1", "q2", "q3", "q4"];
const words = ["", "strongly disagree", "disagree", "neither", "agree", "strongly agree"];
const none: readonly Answer[] = ["n/a", "N/A", "", "-", null, "don't know", 0, 9, "9 - refused"];

function writtenScore(random: Random, score: number): Answer {
  const word = words[score] ?? "";
  const text = String(score);
  return random.pick([score, score, score, text, `${text} - ${word}`, `${text} (${word})`]);
}

function makeResponse(
  random: Random,
  question: string,
  { spellings }: (typeof areas)[number],
  hasScore: boolean,
) {
  const score = hasScore ? between(random, 1, 5) : undefined;
  const form = random.pick(["A", "B"] as const);
  const answerTo = (name: string): Readonly<Record<string, Answer>> => {
    if (name === question && score !== undefined) return { [name]: writtenScore(random, score) };
    if (name !== question && random.chance(0.7))
      return { [name]: writtenScore(random, between(random, 1, 5)) };
    return random.chance(0.2) ? {} : { [name]: random.pick(none) };
  };
  const section = (title: string, names: readonly string[]) => ({
    title,
    answers: Object.assign({}, ...names.map(answerTo)) as Readonly<Record<string, Answer>>,
  });
  // Form B has the second and third question in swapped sections.
  const sections =
    form === "A"
      ? [section("Work", ["q1", "q2"]), section("Team", ["q3", "q4"])]
      : [section("Work", ["q1", "q3"]), section("Team", ["q2", "q4"]), { title: "Remarks" }];
  const isGivenUp = !hasScore && random.chance(0.3);
  const shown = {
    about: { area: random.pick(spellings), form },
    ...(isGivenUp
      ? random.pick([{}, { sections: null }, { sections: [] }])
      : { sections: random.chance(0.5) ? sections : sections.toReversed() }),
  };
  return { shown, score };
}

/** Returns the survey as the model gets it, and the correct answer. */
export function makeSurvey(random: Random) {
  const question = random.pick(questions);
  const groups = [
    ...areas.map(({ area, spellings }) => ({
      area,
      responses: list(between(random, 60, 80), () =>
        makeResponse(random, question, { area, spellings }, random.chance(0.7)),
      ),
    })),
    {
      area: island.area,
      // These reach the minimum number of scores only if responses without a score are counted.
      responses: list(16, (index) => makeResponse(random, question, island, index < 9)),
    },
  ];
  const least = between(random, 10, 16);
  const asked = shuffled(random, ["north", "north-east", "south", "island"]);
  const answer = asked.flatMap((area) => {
    const responses = groups.find((group) => group.area === area)?.responses ?? [];
    const scores = responses.flatMap(({ score }) => (score === undefined ? [] : [score]));
    if (scores.length < least) return [];
    return [
      {
        area,
        scores: scores.length,
        mean: sum(scores) / scores.length,
        unscored: responses.length - scores.length,
      },
    ];
  });
  const responses = shuffled(
    random,
    groups.flatMap((group) => group.responses),
  ).map(({ shown }, index) => ({ id: code("R", index), ...shown }));
  const survey: Survey = { question, areas: asked, least, responses };
  return { survey, answer };
}

export const surveyScores: SampleMission = {
  name: "survey-scores",
  title: "Mean score of a question by area; parameters say which",
  kind: "shape",
  world: (random) => {
    const { survey, answer } = makeSurvey(random);
    return {
      agent: defineAgent({
        prompt:
          "For each of the areas, in their order: how many responses have a score for the question, what is the mean of the scores, and how many responses have none? Scores go from 1 to 5; anything else is none, and so is an answer that is not there. Leave out areas that have fewer scores than the least number. Which question, which areas and what number are parameters.",
        signature:
          "(question :string, areas [:string], least :int) -> [{area :string, scores :int, mean :float, unscored :int}]",
        maxTurns: 4,
      }),
      context: { ...survey },
      check: expecting(answer),
    };
  },
};

// A mission over classes with pupils and their results. Points are missing, nil or words if a test
// was not taken, and the subject has several spellings.

import { defineAgent } from "@ptc/subagent";
import type { Random } from "../../../statistics/random.ts";
import { expecting } from "../expecting.ts";
import { between, code, list, shuffled, sum } from "../rows.ts";
import type { SampleMission } from "../sample-mission.ts";

interface Result {
  readonly subject: string;
  readonly points?: number | string | null;
  readonly of: number;
}

export interface SchoolClass {
  readonly class: string;
  readonly room: number;
  readonly pupils: readonly { readonly id: string; readonly results?: readonly Result[] | null }[];
}

const mathematics = ["Mathematics", "Mathematics", "mathematics", "Maths", "MATHS "];
const otherSubjects = ["German", "English", "Music"];
const notTaken: readonly Pick<Result, "points">[] = [
  {},
  { points: null },
  { points: "absent" },
  { points: "ill" },
  { points: "" },
];

/** Returns a result, and its score in percent if the subject is mathematics. */
function makeResult(random: Random, isMathematics: boolean) {
  const of = random.pick([20, 25, 40]);
  const points = random.chance(0.06) ? 0 : between(random, 1, of);
  const isTaken = random.chance(0.8);
  const written = random.pick([points, points, points, String(points)]);
  const shown: Result = {
    subject: random.pick(isMathematics ? mathematics : otherSubjects),
    ...(isTaken ? { points: written } : random.pick(notTaken)),
    of,
  };
  return { shown, score: isMathematics && isTaken ? (100 * points) / of : undefined };
}

function makePupil(random: Random) {
  const results = list(between(random, 0, 5), () => makeResult(random, random.chance(0.55)));
  const scores = results.flatMap(({ score }) => (score === undefined ? [] : [score]));
  const shown =
    results.length === 0
      ? random.pick([{}, { results: null }, { results: [] }])
      : { results: results.map((result) => result.shown) };
  return { shown, score: scores.length === 0 ? undefined : sum(scores) / scores.length };
}

/** Returns the classes as the model gets them, and the correct answer. */
export function makeClasses(random: Random) {
  const ids = shuffled(
    random,
    list(200, (index) => code("P", index + 1, 3)),
  );
  const classes = ["4a", "4b", "5a", "5b", "6a", "6b"].map((name, place) => {
    const pupils = list(between(random, 18, 26), (index) => {
      const { shown, score } = makePupil(random);
      const id = ids[place * 30 + index] ?? "";
      return { shown: { id, ...shown }, score };
    });
    const scores = pupils.flatMap(({ score }) => (score === undefined ? [] : [score]));
    const shown: SchoolClass = {
      class: name,
      room: between(random, 100, 320),
      pupils: pupils.map((pupil) => pupil.shown),
    };
    const unscored = pupils.filter(({ score }) => score === undefined);
    const row = {
      class: name,
      mean: sum(scores) / scores.length,
      unscored: unscored.map((pupil) => pupil.shown.id).sort(),
    };
    return { shown, row };
  });
  return {
    classes: shuffled(random, classes).map(({ shown }) => shown),
    answer: classes.map(({ row }) => row),
  };
}

export const schoolScores: SampleMission = {
  name: "school-scores",
  title: "Mean score in mathematics by class, of pupils that have one",
  kind: "shape",
  world: (random) => {
    const { classes, answer } = makeClasses(random);
    return {
      agent: defineAgent({
        prompt:
          "How well did the classes do in mathematics? The score of a result is its points in percent of those that could be had; a test that was not taken has no score and is left out. The score of a pupil is the mean of the scores of his or her results in mathematics. Answer for each class the mean score of the pupils that have one, and the ids of those that have none, sorted. Sort by class.",
        signature: "() -> [{class :string, mean :float, unscored [:string]}]",
        maxTurns: 4,
      }),
      context: { classes },
      check: expecting(answer),
    };
  },
};

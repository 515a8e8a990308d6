// Tests that the check of school-scores accepts the correct answer from the results, and refuses
// careless ones.

import {
  makeClasses,
  schoolScores,
  type SchoolClass,
} from "../../src/suites/missions/shapes/school-scores.ts";
import { testCheck } from "./test-check.ts";

type Pupil = SchoolClass["pupils"][number];

type Mistake =
  | "takes a test that was not taken for nought"
  | "takes nought for a test that was not taken"
  | "takes only numbers for points"
  | "takes points for percent"
  | "adds up points before dividing them"
  | "takes subjects as they are spelled"
  | "counts every subject"
  | "takes the mean of all results of a class"
  | "forgets pupils without results";

const mean = (numbers: readonly number[]): number =>
  numbers.reduce((total, number) => total + number, 0) / numbers.length;

function isCounted(subject: string, mistake?: Mistake): boolean {
  if (mistake === "counts every subject") return true;
  if (mistake === "takes subjects as they are spelled") return subject === "Mathematics";
  return /^math/i.test(subject);
}

function scoresOf({ results }: Pupil, mistake?: Mistake): readonly number[] {
  const taken = (results ?? [])
    .filter(({ subject }) => isCounted(subject, mistake))
    .flatMap(({ points, of }) => {
      const isText = typeof points === "string" && mistake === "takes only numbers for points";
      const text = isText ? "" : String(points);
      if (!/^\d+$/.test(text))
        return mistake === "takes a test that was not taken for nought" ? [{ points: 0, of }] : [];
      const isNone = text === "0" && mistake === "takes nought for a test that was not taken";
      return isNone ? [] : [{ points: Number(text), of }];
    });
  if (mistake === "adds up points before dividing them" && taken.length > 0)
    return [(100 * mean(taken.map(({ points }) => points))) / mean(taken.map(({ of }) => of))];
  if (mistake === "takes points for percent") return taken.map(({ points }) => points);
  return taken.map(({ points, of }) => (100 * points) / of);
}

function read(classes: readonly SchoolClass[], mistake?: Mistake): unknown {
  return classes
    .map(({ class: name, pupils }) => {
      const read = pupils
        .filter(({ results }) => mistake !== "forgets pupils without results" || results?.length)
        .map((pupil) => ({ id: pupil.id, scores: scoresOf(pupil, mistake) }));
      const scored = read.filter(({ scores }) => scores.length > 0);
      const means =
        mistake === "takes the mean of all results of a class"
          ? scored.flatMap(({ scores }) => scores)
          : scored.map(({ scores }) => mean(scores));
      const unscored = read.filter(({ scores }) => scores.length === 0).map(({ id }) => id);
      return { class: name, mean: mean(means), unscored: unscored.sort() };
    })
    .sort((left, right) => (left.class < right.class ? -1 : 1));
}

testCheck(schoolScores, (random) => makeClasses(random).classes, read, [
  "takes a test that was not taken for nought",
  "takes nought for a test that was not taken",
  "takes only numbers for points",
  "takes points for percent",
  "adds up points before dividing them",
  "takes subjects as they are spelled",
  "counts every subject",
  "takes the mean of all results of a class",
  "forgets pupils without results",
]);

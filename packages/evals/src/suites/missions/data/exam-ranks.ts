// A mission with medians and ranks: some marks are missing, and several share the first place.

import { defineAgent } from "@ptc/subagent";
import { expecting } from "../expecting.ts";
import { between, byText, fullName, groupsOf, list, median, sum } from "../rows.ts";
import type { SampleMission } from "../sample-mission.ts";

const subjects = ["math", "physics", "history", "music"];

export const examRanks: SampleMission = {
  name: "exam-ranks",
  title: "Medians and the best of each class",
  kind: "data",
  world: (random) => {
    const students = list(500, (index) => ({
      studentId: 1000 + index,
      name: `${fullName(random)} ${String(index)}`,
      class: random.pick(["9a", "9b", "10a", "10b", "11"]),
      marks: Object.fromEntries(
        subjects
          .filter(() => random.chance(0.85))
          .map((subject): [string, number | null] => [
            subject,
            random.chance(0.1) ? null : between(random, 2, 15),
          ]),
      ),
    }));
    const graded = students.flatMap((student) => {
      const marks = Object.values(student.marks).filter((mark) => mark !== null);
      return marks.length < 2 ? [] : [{ ...student, mean: sum(marks) / marks.length }];
    });
    const answer = groupsOf(graded, (student) => student.class)
      .map(([name, rows]) => {
        const best = Math.max(...rows.map(({ mean }) => mean));
        return {
          class: name,
          students: rows.length,
          median: median(rows.map(({ mean }) => mean)),
          best: rows
            .filter(({ mean }) => mean === best)
            .map((row) => row.name)
            .sort(),
        };
      })
      .sort(byText((row) => row.class));
    return {
      agent: defineAgent({
        prompt: `A student's result is the mean of the marks that are there; who has fewer than two marks has none and is left out. For each class: how many students have a result, the median of the results (of an even number, the mean of the middle two), and the names of all who share the best result, sorted. Sort the classes by name as text.`,
        signature: "() -> [{class :string, students :int, median :float, best [:string]}]",
        maxTurns: 1,
      }),
      context: { students },
      check: expecting(answer),
    };
  },
};

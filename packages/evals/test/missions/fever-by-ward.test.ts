// Tests that the check of fever-by-ward accepts the correct answer from the admissions, and refuses
// careless ones.

import {
  feverByWard,
  makeAdmissions,
  type Admission,
  type Visit,
} from "../../src/suites/missions/shapes/fever-by-ward.ts";
import { testCheck } from "./test-check.ts";

type Mistake =
  | "takes the last visit, measured or not"
  | "takes visits in the order of the file"
  | "counts admissions as persons"
  | "takes all without a number for one person"
  | "takes each temperature for Celsius"
  | "knows no ward in Roman numerals";

const romans = new Map([
  ["i", "1"],
  ["ii", "2"],
  ["iii", "3"],
  ["iv", "4"],
]);

function wardOf(spelled: string, mistake?: Mistake): string {
  const number = spelled
    .trim()
    .toLowerCase()
    .replace(/^w(ard)?[ -]?/, "");
  const known = mistake === "knows no ward in Roman numerals" ? undefined : romans.get(number);
  return `Ward ${known ?? number}`;
}

function degrees(visit: Visit | undefined, mistake?: Mistake): number | undefined {
  const temp = visit?.vitals?.temp;
  if (typeof temp?.value !== "number") return undefined;
  const isFahrenheit = temp.unit?.toUpperCase().endsWith("F") === true;
  return isFahrenheit && mistake !== "takes each temperature for Celsius"
    ? ((temp.value - 32) * 5) / 9
    : temp.value;
}

function read(admissions: readonly Admission[], mistake?: Mistake): unknown {
  const byWard = new Map<string, Map<string, Visit[]>>();
  for (const { file_no, _insurance_no, stay, visits } of admissions) {
    const ward = wardOf(stay.ward, mistake);
    const nobody = mistake === "takes all without a number for one person" ? "nobody" : file_no;
    const person = mistake === "counts admissions as persons" ? file_no : (_insurance_no ?? nobody);
    const persons = byWard.get(ward) ?? new Map<string, Visit[]>();
    persons.set(person, [...(persons.get(person) ?? []), ...visits]);
    byWard.set(ward, persons);
  }
  const last = (visits: readonly Visit[]): number | undefined => {
    const ordered =
      mistake === "takes visits in the order of the file"
        ? visits
        : visits.toSorted((left, right) => (left.at < right.at ? -1 : 1));
    const measured =
      mistake === "takes the last visit, measured or not"
        ? ordered
        : ordered.filter((visit) => degrees(visit) !== undefined);
    return degrees(measured.at(-1), mistake);
  };
  return [...byWard]
    .map(([ward, persons]) => {
      const values = [...persons.values()].map(last);
      return {
        ward,
        persons: values.length,
        fever: values.filter((value) => value !== undefined && value >= 38).length,
        unmeasured: values.filter((value) => value === undefined).length,
      };
    })
    .sort((left, right) => (left.ward < right.ward ? -1 : 1));
}

testCheck(feverByWard, (random) => makeAdmissions(random).admissions, read, [
  "takes the last visit, measured or not",
  "takes visits in the order of the file",
  "counts admissions as persons",
  "takes all without a number for one person",
  "takes each temperature for Celsius",
  "knows no ward in Roman numerals",
]);

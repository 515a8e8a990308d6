// A mission over admissions with visits and readings that may be nil. Only a firewalled number
// identifies the person of an admission. Wards and units have several spellings.

import { defineAgent } from "@ptc/subagent";
import type { Random } from "../../../statistics/random.ts";
import { expecting } from "../expecting.ts";
import { between, byText, code, groupsOf, instant, list, shuffled } from "../rows.ts";
import type { SampleMission } from "../sample-mission.ts";

export interface Visit {
  readonly at: string;
  readonly vitals?: {
    readonly pulse: number;
    readonly temp?: { readonly value: number | null; readonly unit?: string } | null;
  } | null;
}

export interface Admission {
  readonly file_no: string;
  readonly _insurance_no?: string | null;
  readonly stay: { readonly ward: string; readonly bed: number };
  readonly visits: readonly Visit[];
}

const wards = ["1", "2", "3", "4"].map((number, index) => ({
  name: `Ward ${number}`,
  spellings: [
    `Ward ${number}`,
    `Ward ${number}`,
    `ward ${number}`,
    `W${number}`,
    `WARD-${number} `,
    `Ward ${["I", "II", "III", "IV"][index] ?? ""}`,
  ],
}));
const fahrenheit = ["F", "°F", "f"];
const celsius = ["C", "°C", "c", ""];

/**
 * Returns a temperature in tenths of a degree of its unit. No Fahrenheit value is on the border of
 * a fever.
 */
function makeReading(random: Random) {
  if (random.chance(0.35)) {
    const tenths = between(random, 968, 1043);
    const shown = tenths === 1004 ? 1005 : tenths;
    return { value: shown / 10, unit: random.pick(fahrenheit), hasFever: shown > 1004 };
  }
  const tenths = between(random, 361, 401);
  const unit = random.pick(celsius);
  return { value: tenths / 10, ...(unit === "" ? {} : { unit }), hasFever: tenths >= 380 };
}

function makeVisit(random: Random, minutes: number) {
  const reading = random.chance(0.65) ? makeReading(random) : undefined;
  const at = instant("2026-04-01T06:00:00Z", minutes);
  const pulse = between(random, 52, 110);
  const unmeasured: readonly Visit[] = [
    { at, vitals: null },
    { at },
    { at, vitals: { pulse } },
    { at, vitals: { pulse, temp: null } },
    { at, vitals: { pulse, temp: { value: null, unit: "C" } } },
  ];
  if (reading === undefined) return { shown: random.pick(unmeasured) };
  const { hasFever, ...temp } = reading;
  const shown: Visit = { at, vitals: { pulse, temp } };
  return { hasFever, shown };
}

/**
 * Returns the admissions as the model gets them, the correct answer, and the values that must not
 * be shown.
 */
export function makeAdmissions(random: Random) {
  const numbers = list(100, (index) => `${String(between(random, 100_000, 999_999))}-${index}`);
  let minutes = 0;
  const admissions = list(200, (index) => {
    const ward = random.pick(wards);
    const number = random.chance(0.1) ? undefined : random.pick(numbers);
    const visits = list(between(random, 0, 4), () => makeVisit(random, (minutes += 13)));
    const shown: Admission = {
      file_no: code("F", index, 4),
      ...(number === undefined && index % 2 === 0 ? {} : { _insurance_no: number ?? null }),
      stay: { ward: random.pick(ward.spellings), bed: between(random, 1, 24) },
      visits: shuffled(
        random,
        visits.map((visit) => visit.shown),
      ),
    };
    return {
      shown,
      ward: ward.name,
      person: number ?? code("F", index, 4),
      visits,
    };
  });
  const answer = groupsOf(admissions, ({ ward }) => ward)
    .map(([ward, rows]) => {
      // Visits are in chronological order.
      const last = groupsOf(rows, ({ person }) => person).map(([, stays]) =>
        stays.flatMap(({ visits }) => visits).findLast(({ hasFever }) => hasFever !== undefined),
      );
      return {
        ward,
        persons: last.length,
        fever: last.filter((visit) => visit?.hasFever === true).length,
        unmeasured: last.filter((visit) => visit === undefined).length,
      };
    })
    .sort(byText(({ ward }) => ward));
  return {
    admissions: shuffled(
      random,
      admissions.map(({ shown }) => shown),
    ),
    answer,
    secrets: numbers,
  };
}

export const feverByWard: SampleMission = {
  name: "fever-by-ward",
  title: "Persons with a fever by ward, by a number no model sees",
  kind: "shape",
  world: (random) => {
    const { admissions, answer, secrets } = makeAdmissions(random);
    return {
      agent: defineAgent({
        prompt:
          'A person who comes back is admitted anew, under the same insurance number; where an admission has none, it is of a person of its own. For each ward, written as in "Ward 1": how many persons were admitted there, how many of them had a fever (38.0 °C or more) when their temperature was last taken in that ward, and of how many was it never taken there? A temperature without a unit is in Celsius. Sort by ward.',
        signature: "() -> [{ward :string, persons :int, fever :int, unmeasured :int}]",
        maxTurns: 4,
      }),
      context: { admissions },
      check: expecting(answer, { secrets }),
    };
  },
};

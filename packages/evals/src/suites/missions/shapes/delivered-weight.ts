// A mission over CSV text of three sites. Quoted fields contain separators, quotation marks and
// line breaks. One site uses semicolons and decimal commas, and some rows correct earlier ones.

import { defineAgent, tool } from "@ptc/subagent";
import type { Random } from "../../../statistics/random.ts";
import { expecting } from "../expecting.ts";
import { between, byText, code, groupsOf, list, money, sum, writtenAmount } from "../rows.ts";
import type { SampleMission } from "../sample-mission.ts";

const materials = ["steel, flat", 'pipe 2"', "gravel", "sand; washed"];
const statuses = ["delivered", "delivered", "Delivered", "cancelled", "CANCELLED"];
const remarks = [
  "",
  "",
  "leave at gate",
  'sign says "closed"',
  "call first,\nthen unload",
  "gate 2; ring twice",
];
const units = [
  { unit: "kg", kilograms: 1 },
  { unit: "kg", kilograms: 1 },
  { unit: "KG", kilograms: 1 },
  { unit: "t", kilograms: 1000 },
  { unit: "T", kilograms: 1000 },
];
const sites = [
  { site: "Graz", separator: ",", isGerman: false },
  { site: "Linz", separator: ";", isGerman: true },
  { site: "Wels", separator: ",", isGerman: false },
];
const header = ["Note No", "Material", "Weight", "Unit", "Status", "Remark"];

function quoted(field: string): string {
  return /[",;\n]/.test(field) ? `"${field.replaceAll('"', '""')}"` : field;
}

function writtenWeight(weight: number, isGerman: boolean): string {
  const english = writtenAmount(weight);
  return isGerman ? english.replace(/[.,]/g, (mark) => (mark === "." ? "," : ".")) : english;
}

function makeRow(random: Random, note: string, isGerman: boolean) {
  const material = random.pick(materials);
  const { unit, kilograms } = random.pick(units);
  const weight = kilograms === 1 ? money(random, 40, 4_000) : money(random, 1, 24);
  const isWeighed = random.chance(0.88);
  const status = random.pick(statuses);
  return {
    fields: [
      note,
      random.pick([material, material, material.toUpperCase()]),
      isWeighed ? writtenWeight(weight, isGerman) : random.pick(["", "-", "n/a"]),
      unit,
      status,
      random.pick(remarks),
    ],
    note,
    material,
    kg: isWeighed && status.toLowerCase() === "delivered" ? weight * kilograms : undefined,
  };
}

/** Returns the exports of the sites and the correct answer. */
export function makeExports(random: Random) {
  const exports = sites.map(({ site, separator, isGerman }) => {
    const rows = list(between(random, 70, 90), (index) =>
      makeRow(random, code(`${site.slice(0, 1)}-`, index), isGerman),
    );
    const corrections = rows
      .filter(() => random.chance(0.1))
      .map(({ note }) => makeRow(random, note, isGerman));
    const all = [...rows, ...corrections];
    const lines = [header, ...all.map(({ fields }) => fields)];
    const text = lines.map((fields) => fields.map(quoted).join(separator)).join("\n");
    return { site, text, rows: all };
  });
  // A map keeps the last row of each note.
  const last = new Map(exports.flatMap(({ rows }) => rows).map((row) => [row.note, row]));
  const answer = groupsOf(
    [...last.values()].filter(({ kg }) => kg !== undefined),
    ({ material }) => material,
  )
    .map(([material, rows]) => ({
      material,
      kg: sum(rows.map(({ kg }) => kg ?? 0)),
      deliveries: rows.length,
    }))
    .sort(byText(({ material }) => material));
  return { exports: new Map(exports.map(({ site, text }) => [site, text])), answer };
}

export const deliveredWeight: SampleMission = {
  name: "delivered-weight",
  title: "Weight delivered of each material, from CSV text of three sites",
  kind: "shape",
  world: (random) => {
    const { exports, answer } = makeExports(random);
    return {
      agent: defineAgent({
        prompt:
          "What weight of each material (in lower case) was delivered over all sites, in kilograms, and in how many deliveries? A note number that stands several times was corrected: only its last row counts, whatever it says. Cancelled deliveries do not count, nor do those that were not weighed. Each weight has two decimal places. Sort by material.",
        signature: "(sites [:string]) -> [{material :string, kg :float, deliveries :int}]",
        tools: {
          export_notes: tool({
            description: "The delivery notes of a site, as its system exports them.",
            signature: "(site :string) -> :string",
            execute: ({ site }) => {
              const text = exports.get(site);
              if (text === undefined) throw new Error(`there is no site ${site}`);
              return text;
            },
          }),
        },
        maxTurns: 5,
      }),
      context: { sites: sites.map(({ site }) => site) },
      check: expecting(answer),
    };
  },
};

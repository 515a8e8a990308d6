// The input of the patterns: prose logs of six plants, made from a seed, with the underlying facts.
// The patterns receive the logs, and their answers are compared with the facts.

import { below, pick, randomOf, type Random } from "./random.ts";

export interface Leak {
  /** The number of the entry in its log. */
  readonly entry: number;
  readonly pump: string;
  readonly litres: number;
}

export interface Log {
  readonly plant: string;
  /** One entry per line. */
  readonly text: string;
  /** The leaks after all corrections. */
  readonly leaks: readonly Leak[];
  /** The broken part, by pump; not every pump has one. */
  readonly defects: ReadonlyMap<string, Defect>;
}

export type Defect = "seal" | "valve" | "bearing";

const plants = ["Aue", "Birk", "Celle", "Damm", "Elz", "Fehn"] as const;
const pumps = ["P-11", "P-12", "P-17", "P-23"] as const;
const entries = 48;

/** {p} is a pump, {l} an amount. */
const ofLeaks = [
  "{p} lost {l}; the floor is dry again.",
  "A puddle of {l} under {p}, mopped up by noon.",
  "In the night {l} came out of {p}.",
  "{p} dripped all day, {l} in the tray.",
] as const;
const ofDefects: Readonly<Record<Defect, string>> = {
  seal: "The seal of {p} is brittle.",
  valve: "The valve of {p} does not close any more.",
  bearing: "{p} is loud: the bearing has play.",
};
const ofCorrections = "Entry {e} was misread, it was {l}.";
/** Lines with litres and pumps that don't mention a leak. */
const others = [
  "All valves tested and closed.",
  "Filled 40 litres of glycol into the reserve tank.",
  "{p} ran dry for an hour; nothing leaked.",
  "Visitors from the office. Gate locked at ten.",
  "{p} greased and back in service.",
] as const;

export function logsOf(seed: number): readonly Log[] {
  const random = randomOf(seed);
  return plants.map((plant) => logOf(plant, random));
}

function logOf(plant: string, random: Random): Log {
  const defects = new Map<string, Defect>();
  for (const pump of pumps)
    if (random() < 0.6) defects.set(pump, pick(["seal", "valve", "bearing"] as const, random));
  const remarks = new Map([...defects.keys()].map((pump, index) => [10 + index * 9, pump]));
  const leaks: Leak[] = [];
  const lines = Array.from({ length: entries }, (_, index) => {
    const entry = index + 1;
    const say = (phrase: string, pump: string = pick(pumps, random), litres = 0, old = 0): string =>
      `No. ${String(entry)}: ${phrase.replace("{p}", pump).replace("{l}", inWords(litres)).replace("{e}", String(old))}`;
    const broken = remarks.get(entry);
    const defect = broken === undefined ? undefined : defects.get(broken);
    if (defect !== undefined) return say(ofDefects[defect], broken);
    const litres = 3 + below(28, random);
    // A correction comes long after its leak, so that it is in another part of the text.
    const wrong = leaks.find((leak) => leak.entry < entry - 20);
    if (entry % 20 === 0 && wrong !== undefined) {
      leaks[leaks.indexOf(wrong)] = { ...wrong, litres };
      return say(ofCorrections, "", litres, wrong.entry);
    }
    if (random() < 0.6) return say(pick(others, random));
    const pump = pick(pumps, random);
    leaks.push({ entry, pump, litres });
    return say(pick(ofLeaks, random), pump, litres);
  });
  return { plant, text: lines.join("\n"), leaks, defects };
}

function inWords(litres: number): string {
  return litres === 12 ? "a dozen litres" : `${String(litres)} litres`;
}

export interface PlantLitres {
  readonly plant: string;
  readonly litres: number;
}

/** Returns the leaked litres of each plant, largest first. */
export function litresByPlant(logs: readonly Pick<Log, "plant" | "leaks">[]): PlantLitres[] {
  return logs
    .map(({ plant, leaks }) => ({
      plant,
      litres: leaks.reduce((sum, leak) => sum + leak.litres, 0),
    }))
    .sort((left, right) => right.litres - left.litres || (left.plant < right.plant ? -1 : 1));
}

export interface Alarms {
  readonly plant: string;
  readonly pump: string;
  readonly alarms: number;
}

/** Returns the alarms: each pump raised one at each of its leaks. */
export function alarmsOf(logs: readonly Log[]): Alarms[] {
  return logs.flatMap(({ plant, leaks }) =>
    pumps.map((pump) => ({
      plant,
      pump,
      alarms: leaks.filter((leak) => leak.pump === pump).length,
    })),
  );
}

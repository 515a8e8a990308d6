// What the patterns work on: the shift reports of plants, made from a seed, and what they come to.

export interface Plant {
  readonly name: string;
  /** A report for each shift: lines of prose, some of which tell of a leak. */
  readonly reports: readonly string[];
}

export interface Leak {
  readonly pump: string;
  readonly litres: number;
}

const names = ["Aue", "Birk", "Celle", "Damm", "Elz", "Fehn"] as const;
const pumps = ["P-11", "P-12", "P-17", "P-23"] as const;
const quiet = [
  "All valves were tested and closed.",
  "The filter of the intake was changed.",
  "No visitors. The gate was locked at ten.",
] as const;

/** The plants of a seed, each with its reports. */
export function plantsOf(seed: number): readonly Plant[] {
  const random = randomOf(seed);
  const pick = <Item>(items: readonly Item[]): Item =>
    items[Math.floor(random() * items.length)] as Item;
  return names.map((name) => ({
    name,
    reports: Array.from({ length: 4 }, (_, shift) =>
      [
        `Shift ${String(shift + 1)} at ${name}.`,
        ...Array.from({ length: 3 }, () =>
          random() < 0.5
            ? `Pump ${pick(pumps)} leaked ${String(1 + Math.floor(random() * 40))} litres.`
            : pick(quiet),
        ),
      ].join("\n"),
    ),
  }));
}

/** The leaks of a report, as a reader of it sees them. */
export function leaksOf(report: string): readonly Leak[] {
  return [...report.matchAll(/Pump (P-\d+) leaked (\d+) litres/g)].map(
    ([, pump = "", litres = ""]) => ({ pump, litres: Number(litres) }),
  );
}

/** The litres of each pump, the most first. */
export function litresByPump(leaks: readonly Leak[]): readonly Leak[] {
  const sums = new Map<string, number>();
  for (const { pump, litres } of leaks) sums.set(pump, (sums.get(pump) ?? 0) + litres);
  return [...sums]
    .map(([pump, litres]) => ({ pump, litres }))
    .sort((left, right) => right.litres - left.litres || (left.pump < right.pump ? -1 : 1));
}

/** Numbers in [0, 1) that depend on the seed alone (mulberry32). */
function randomOf(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

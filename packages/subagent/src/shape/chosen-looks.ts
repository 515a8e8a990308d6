// Chooses the looks that describe the texts of one form: the finest level on which there are few,
// and single values that are frequent. Counts the other looks.

import type { Look, LookLevel, Looks } from "./looks.ts";
import { eitherOrder, looksOf } from "./text-look.ts";
import type { TextForm } from "./text-form.ts";

export interface ChosenLooks {
  /** Most frequent first. */
  readonly looks: readonly Look[];
  /** The number of texts with looks that weren't stored. */
  readonly others: number;
  /** True if the level distinguishes looks as little as possible. */
  readonly isCoarsest: boolean;
}

/** The maximum number of looks of a level, unless the most frequent ones cover most texts. */
const fewLooks = 5;
const mostCovered = 0.8;
/** Looks don't help if each occurs about once. */
const timesSeen = 2;

export function chosenLooks(form: TextForm, { levels }: Looks, count: number): ChosenLooks {
  // The first level of times is their zones.
  const first = form === "time" ? 1 : 0;
  let index = first;
  while (index < levels.length - 1 && !isFew(levels[index], count)) index++;
  const level = levels[index] ?? { looks: new Map<string, Look>(), others: 0 };
  const looks = index > first ? withFrequent(form, levels, index) : [...level.looks];
  return {
    looks: bySpelling(withOrders(looks)),
    others: level.others,
    isCoarsest: index === levels.length - 1,
  };
}

/**
 * Sorts looks by frequency, and puts other spellings of a value after it, so that a list that shows
 * "DE" also shows "de".
 */
function bySpelling(looks: readonly Look[]): readonly Look[] {
  const groups = new Map<string, Look[]>();
  for (const look of [...looks].sort((one, other) => other.count - one.count)) {
    const key = look.isOne ? `= ${look.example.trim().toLowerCase()}` : `like ${look.example}`;
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [look]);
    else group.push(look);
  }
  return [...groups.values()].flat();
}

function isFew(level: LookLevel | undefined, count: number): boolean {
  if (level === undefined || level.looks.size * timesSeen > count) return false;
  if (level.others === 0 && level.looks.size <= fewLooks) return true;
  const counts = Array.from(level.looks.values(), (look) => look.count);
  const covered = counts
    .sort((one, other) => other - one)
    .slice(0, fewLooks - 1)
    .reduce((sum, each) => sum + each, 0);
  return covered >= mostCovered * count;
}

const frequentShare = 0.05;
const frequentTimes = 3;
const mostFrequent = 3;

/** Returns the looks of a level, and separately the texts that occur often, such as "unknown". */
function withFrequent(
  form: TextForm,
  levels: readonly LookLevel[],
  index: number,
): readonly (readonly [string, Look])[] {
  const looks = copied(levels[index]?.looks ?? []);
  const total = [...looks.values()].reduce((sum, { count }) => sum + count, 0);
  const fewest = Math.max(frequentTimes, frequentShare * total);
  const frequent = [...(levels[0]?.looks.values() ?? [])].filter(
    ({ isOne, count }) => isOne && count >= fewest,
  );
  // More of them are a list of values.
  if (frequent.length > mostFrequent) return [...looks];
  for (const { example, count } of frequent) {
    const key = looksOf(form, example)[index] ?? "";
    const look = looks.get(key);
    if (look === undefined || look.isOne) continue;
    look.count -= count;
    if (look.count <= 0) looks.delete(key);
    looks.set(`= ${example}`, { count, example, isOne: true });
  }
  return [...looks];
}

/** Adds dates whose order is unclear to the ones with a clear order, if these have the same. */
function withOrders(given: readonly (readonly [string, Look])[]): Look[] {
  const looks = copied(given);
  for (const [key, look] of given) {
    if (!key.endsWith(eitherOrder)) continue;
    const notation = key.slice(0, -eitherOrder.length);
    const [order, ...orders] = [" day first", " month first"].flatMap(
      (words) => looks.get(notation + words) ?? [],
    );
    if (order === undefined || orders.length > 0) continue;
    order.count += look.count;
    order.isOne = false;
    looks.delete(key);
  }
  return [...looks.values()];
}

function copied(looks: Iterable<readonly [string, Look]>): Map<string, Look> {
  return new Map(Array.from(looks, ([key, look]): [string, Look] => [key, { ...look }]));
}

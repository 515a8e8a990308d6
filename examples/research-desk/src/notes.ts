// The notes of a goods-in desk over a year, made from a seed: deliveries and returns of three
// suppliers of pumps by slip. Each supplier has one table, and the other notes are prose. Later
// notes correct earlier ones.

import {
  arrivals,
  laterReturns,
  others,
  recounts,
  repetitions,
  returns,
  unrelated,
  type Phrase,
} from "./phrases.ts";
import { below, pick, randomOf, type Random } from "./random.ts";
import { filled, inWords } from "./words.ts";

export interface Note {
  readonly id: string;
  /** ISO 8601; the notes are in this order. */
  readonly date: string;
  readonly title: string;
  readonly text: string;
}

/** The final figures of a slip according to the notes. */
export interface Slip {
  readonly slip: string;
  readonly delivered: number;
  readonly returned: number;
}

export interface Corpus {
  readonly notes: readonly Note[];
  readonly slips: ReadonlyMap<string, readonly Slip[]>;
}

export const suppliers = ["Alder Works", "Birch & Daughters", "Cobalt Marine"] as const;

type Draft = Omit<Note, "id">;

export function corpusOf(seed: number): Corpus {
  const random = randomOf(seed);
  const made = suppliers.map((name) => ({ name, ...notesOn(name, random) }));
  const drafts = [
    ...made.flatMap((each) => each.drafts),
    ...unrelated.map((phrase) => draft(phrase, 1 + below(12, random), {}, random)),
  ].sort((left, right) => (left.date < right.date ? -1 : left.date > right.date ? 1 : 0));
  return {
    notes: drafts.map((each, index) => ({ id: `N${String(index + 1).padStart(2, "0")}`, ...each })),
    slips: new Map(made.map(({ name, slips }) => [name, slips])),
  };
}

/** Returns ten notes about a supplier, and their totals. */
function notesOn(
  name: string,
  random: Random,
): { readonly drafts: readonly Draft[]; readonly slips: readonly Slip[] } {
  const first = 101 + below(400, random);
  const [one, two, three, four, five] = [0, 1, 2, 3, 4].map((index): Slip => {
    const delivered = 24 + below(60, random);
    return {
      slip: `${name.slice(0, 1)}-${String(first + index * 7)}`,
      delivered,
      returned: index === 4 ? 0 : 1 + below(6, random),
    };
  }) as [Slip, Slip, Slip, Slip, Slip];
  const sum = (count: number): string => (random() < 0.4 ? String(count) : inWords(count));
  const note = (phrases: readonly Phrase[], month: number, slip: Slip, old = 0): Draft =>
    draft(
      pick(phrases, random),
      month,
      {
        name,
        s: slip.slip,
        n: sum(slip.delivered),
        r: sum(slip.returned),
        old: sum(old),
      },
      random,
    );
  const miscounted = { ...four, delivered: four.delivered + 2 };
  const later = { ...two, returned: two.returned + 2 };
  const left = pick(others, random);
  const offers = others.filter((phrase) => phrase !== left);
  return {
    drafts: [
      table(name, [one, two, three], random),
      note(arrivals, 7, miscounted),
      note(arrivals, 8, five),
      note(laterReturns, 9, later),
      note(returns, 10, four),
      note(recounts, 11, four, miscounted.delivered),
      note(repetitions, 12, pick([three, five], random)),
      ...offers.map((phrase) => note([phrase], 1 + below(12, random), one)),
    ],
    slips: [one, later, three, four, five],
  };
}

/** Returns a table of the first half of the year. */
function table(name: string, slips: readonly Slip[], random: Random): Draft {
  const rows = slips.map(
    ({ slip, delivered, returned }, index) =>
      `| ${slip} | ${String(1 + below(28, random))} ${["January", "March", "May"][index] ?? ""} | ${String(delivered)} | ${String(returned)} |`,
  );
  const lines = ["| slip | came | pumps | sent back |", "|---|---|---|---|", ...rows];
  return draft({ title: `First half, ${name}`, text: lines.join("\n") }, 6, {}, random);
}

function draft(
  { title, text }: Phrase,
  month: number,
  words: Readonly<Record<string, string>>,
  random: Random,
): Draft {
  const day = 1 + below(28, random);
  const [monthText, dayText] = [month, day].map((part) => String(part).padStart(2, "0"));
  return {
    date: `2025-${monthText ?? ""}-${dayText ?? ""}`,
    title: filled(title, words),
    text: filled(text, words),
  };
}

// A ship's log, made from a seed: a million characters about weather and work, with a few hundred
// prose notes about debts among the crew.
//
//   No. 1742. Day 436, dog watch. Wind fair at last, the sea quiet. With a long face the cook
//   returned nine crowns to Oona.

import { balances, type Debt } from "./balances.ts";
import { events, loans, otherMoney, repayments } from "./phrases.ts";
import { below, pick, randomOf, type Random } from "./random.ts";
import { crew, sumText, worded, wrapped } from "./words.ts";

/** A debt noted in an entry. */
export interface Fact extends Debt {
  readonly entry: number;
}

export interface ShipLog {
  readonly text: string;
  /** In the order of the entries. Each entry has at most one. */
  readonly facts: readonly Fact[];
}

const columns = 90;
const watches = ["first watch", "middle watch", "morning watch", "forenoon", "dog watch"];

/** Returns a log of at least `size` characters. Each entry has at most 8 lines. */
export function shipLog(seed: number, size = 1_000_000): ShipLog {
  const random = randomOf(seed);
  const facts: Fact[] = [];
  const entries: string[] = [];
  let length = 0;
  for (let entry = 1; length < size; entry++) {
    const sentences = Array.from({ length: 2 + below(3, random) }, () =>
      worded(pick(events, random), twoPeople(random), "", random),
    );
    const money = moneySentence(entry, facts, random);
    if (money !== undefined) sentences.splice(below(sentences.length + 1, random), 0, money);
    const head = `No. ${String(entry)}. Day ${String(1 + Math.floor(entry / 4))}, ${pick(watches, random)}.`;
    const text = wrapped([head, ...sentences].join(" "), columns);
    entries.push(text);
    length += text.length;
  }
  return { text: entries.join(""), facts };
}

/** Returns a sentence for about one entry in eighteen, and adds its debt to `facts`. */
function moneySentence(entry: number, facts: Fact[], random: Random): string | undefined {
  const chance = random();
  if (chance > 0.056) return undefined;
  if (chance > 0.045) {
    const sum = sumText(2 + below(39, random), random);
    return worded(pick(otherMoney, random), twoPeople(random), sum, random);
  }
  const open = chance < 0.013 ? balances(facts) : [];
  return open.length === 0
    ? loan(entry, facts, random)
    : repayment(entry, pick(open, random), facts, random);
}

function loan(entry: number, facts: Fact[], random: Random): string {
  const people = twoPeople(random);
  const [debtor, creditor] = people;
  const crowns = 2 + below(39, random);
  facts.push({ entry, debtor, creditor, crowns });
  return worded(pick(loans, random), people, sumText(crowns, random), random);
}

/** Returns a sentence about a repayment; a large debt is repaid only in part. */
function repayment(entry: number, open: Debt, facts: Fact[], random: Random): string {
  const { debtor, creditor } = open;
  const most = Math.min(open.crowns, 49);
  const crowns = Math.max(2, random() < 0.4 ? most : 1 + below(most, random));
  facts.push({ entry, debtor, creditor, crowns: -crowns });
  return worded(pick(repayments, random), [debtor, creditor], sumText(crowns, random), random);
}

function twoPeople(random: Random): readonly [string, string] {
  const names = [...crew.keys()];
  const first = pick(names, random);
  return [
    first,
    pick(
      names.filter((name) => name !== first),
      random,
    ),
  ];
}

// A mission over parts made of parts, on four levels. Quantities and prices have several forms,
// some parts were replaced by others, and the three kinds of source have several spellings.

import { defineAgent } from "@ptc/subagent";
import type { Random } from "../../../statistics/random.ts";
import { expecting } from "../expecting.ts";
import { between, code, list, money } from "../rows.ts";
import type { SampleMission } from "../sample-mission.ts";

export interface Part {
  readonly source: string;
  readonly price?: { readonly value: number; readonly per?: number } | null;
  readonly made_of?:
    readonly { readonly part: string; readonly qty?: number | string | null }[] | null;
  readonly replaced_by?: string | null;
}

const sources = {
  bought: ["buy", "buy", "Buy", "purchased"],
  made: ["make", "make", "Make", "in-house"],
  customer: ["customer", "Customer", "from customer"],
} as const;
type Source = keyof typeof sources;

/** The content of one piece: its cost, and its bought parts, including those without a price. */
interface Content {
  readonly cost: number;
  readonly bought: ReadonlySet<string>;
  readonly unpriced: ReadonlySet<string>;
}

interface MadePart {
  readonly number: string;
  readonly shown: Part;
  /** The content after any replacement. */
  readonly content: Content;
}

const nothing: Content = { cost: 0, bought: new Set(), unpriced: new Set() };

function makePrice(random: Random): { shown: Pick<Part, "price">; each: number | undefined } {
  const value = money(random, 1, 60);
  const per = random.pick([1, 10, 100]);
  if (random.chance(0.12)) return { shown: random.pick([{}, { price: null }]), each: undefined };
  const shown = { price: { value, ...(per === 1 ? {} : { per }) } };
  return { shown, each: value / per };
}

/** Returns some parts of the levels below, each with a number of pieces. */
function makeComponents(random: Random, below: readonly MadePart[], always: readonly MadePart[]) {
  const picked = list(between(random, 2, 5), () => random.pick(below));
  return [...always, ...picked].map(({ number, content }) => {
    const pieces = random.chance(0.25) ? 1 : between(random, 2, 6);
    const written = random.pick([pieces, pieces, `${pieces} pcs`, String(pieces)]);
    const isWritten = pieces > 1 || random.chance(0.3);
    const qty = isWritten ? { qty: written } : random.pick([{}, { qty: null }]);
    return { shown: { part: number, ...qty }, pieces, content };
  });
}

/** The properties of a part that are decided before it is made. */
interface Choice {
  readonly source: Source;
  readonly successor?: MadePart | undefined;
  /** Parts that it always contains. */
  readonly always?: readonly MadePart[];
}

function makePart(
  random: Random,
  number: string,
  { source, successor, always = [] }: Choice,
  below: readonly MadePart[],
): MadePart {
  const price = makePrice(random);
  const isMadeOfParts = source === "made" || always.length > 0 || random.chance(0.3);
  const components =
    below.length > 0 && isMadeOfParts ? makeComponents(random, below, always) : undefined;
  const isPriceShown = source !== "made" || random.chance(0.2);
  const shown: Part = {
    source: random.pick(sources[source]),
    ...(isPriceShown ? price.shown : {}),
    ...(components === undefined
      ? random.pick([{}, { made_of: null }])
      : { made_of: components.map((component) => component.shown) }),
    ...(successor === undefined
      ? random.pick([{}, {}, { replaced_by: null }])
      : { replaced_by: successor.number }),
  };
  const own: Readonly<Record<Source, () => Content>> = {
    customer: () => nothing,
    bought: () => ({
      cost: price.each ?? 0,
      bought: new Set([number]),
      unpriced: new Set(price.each === undefined ? [number] : []),
    }),
    made: () => ({
      cost: (components ?? []).reduce((cost, each) => cost + each.pieces * each.content.cost, 0),
      bought: new Set((components ?? []).flatMap(({ content }) => [...content.bought])),
      unpriced: new Set((components ?? []).flatMap(({ content }) => [...content.unpriced])),
    }),
  };
  return { number, shown, content: successor?.content ?? own[source]() };
}

/** Returns the parts as the model gets them, and the correct answer. */
export function makeParts(random: Random) {
  const parts: MadePart[] = [];
  const level = (
    count: number,
    choose: (place: number, made: readonly MadePart[]) => Choice,
  ): MadePart[] => {
    const below = [...parts];
    const made: MadePart[] = [];
    for (let place = 0; place < count; place++) {
      const part = makePart(random, code("P-", 1000 + parts.length), choose(place, made), below);
      made.push(part);
      parts.push(part);
    }
    return made;
  };
  const mostly = (usual: Source, other: Source, made: readonly MadePart[]): Choice => ({
    source: random.chance(0.15) ? other : usual,
    successor: made.length > 0 && random.chance(0.15) ? random.pick(made) : undefined,
  });
  // The third part was replaced by the second, and the second by the first. The first product
  // contains the third part, and a bought part that contains the fourth.
  const single = level(70, (place, made) =>
    place < 4
      ? { source: "bought", successor: place < 3 ? made[place - 1] : undefined }
      : mostly("bought", "customer", made),
  );
  const groups = level(40, (place, made) =>
    place === 0 ? { source: "bought", always: single.slice(3, 4) } : mostly("made", "bought", made),
  );
  level(25, (_place, made) => mostly("made", "customer", made));
  const products = level(12, (place) => ({
    source: "made",
    always: place === 0 ? [...single.slice(2, 3), ...groups.slice(0, 1)] : [],
  }));
  const answer = products.map(({ number, content }) => ({
    product: number,
    cost: content.cost,
    bought: content.bought.size,
    unpriced: [...content.unpriced].sort(),
  }));
  return {
    products: products.map(({ number }) => number),
    parts: Object.fromEntries(parts.map(({ number, shown }) => [number, shown])),
    answer,
  };
}

export const partCosts: SampleMission = {
  name: "part-costs",
  title: "Cost of products that are made of parts that are made of parts",
  kind: "shape",
  world: (random) => {
    const { products, parts, answer } = makeParts(random);
    return {
      agent: defineAgent({
        prompt:
          "What does the material of one piece of each of these products cost, how many different bought parts are in it, and which of those have no price (they cost nothing here)? A part that is made costs what the parts in it cost, on all levels; a part that is bought costs its price; one that a customer supplies costs nothing and is not bought. Neither of these two is looked into, whatever it is made of. A price is for one piece where it does not say for how many, and a quantity that is not given is one. A part that was replaced is never used: the one that replaces it takes its place, and may have been replaced too. Answer in the order of the products, with the numbers of parts sorted.",
        signature:
          "(products [:string]) -> [{product :string, cost :float, bought :int, unpriced [:string]}]",
        maxTurns: 5,
      }),
      context: { products, parts },
      check: expecting(answer),
    };
  },
};

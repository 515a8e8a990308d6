// Tests that the check of part-costs accepts the correct answer from the parts, and refuses
// careless ones.

import { makeParts, partCosts, type Part } from "../../src/suites/missions/shapes/part-costs.ts";
import { testCheck } from "./test-check.ts";

interface Data {
  readonly products: readonly string[];
  readonly parts: Readonly<Record<string, Part>>;
}

type Mistake =
  | "takes a quantity that is not given for none"
  | "reads no quantity out of a text"
  | "takes each price for one piece"
  | "looks two levels down"
  | "does not multiply over levels"
  | "uses parts that were replaced"
  | "follows a replacement once"
  | "looks into bought parts"
  | "takes every part with a price for bought"
  | "knows the customer by one spelling";

function piecesOf(qty: number | string | null | undefined, mistake?: Mistake): number {
  if (qty === undefined || qty === null)
    return mistake === "takes a quantity that is not given for none" ? 0 : 1;
  if (typeof qty === "string" && mistake === "reads no quantity out of a text") return 1;
  return Number.parseInt(String(qty), 10);
}

function sourceOf({ source, price }: Part, mistake?: Mistake): "bought" | "made" | "customer" {
  if (mistake === "takes every part with a price for bought" && price) return "bought";
  if (mistake === "knows the customer by one spelling" && source !== "customer")
    return /make|house/i.test(source) ? "made" : "bought";
  if (/customer/i.test(source)) return "customer";
  return /make|house/i.test(source) ? "made" : "bought";
}

function read({ products, parts }: Data, mistake?: Mistake): unknown {
  const used = (number: string): string => {
    if (mistake === "uses parts that were replaced") return number;
    const next = parts[number]?.replaced_by ?? number;
    return next === number || mistake === "follows a replacement once" ? next : used(next);
  };
  return products.map((product) => {
    let cost = 0;
    const bought = new Set<string>();
    const unpriced = new Set<string>();
    const open = [{ number: product, pieces: 1, depth: 0 }];
    for (let next = open.pop(); next !== undefined; next = open.pop()) {
      const number = used(next.number);
      const part = parts[number];
      if (part === undefined) continue;
      const source = sourceOf(part, mistake);
      const { value, per = 1 } = part.price ?? {};
      if (source === "bought") {
        bought.add(number);
        if (value === undefined) unpriced.add(number);
        const each = (value ?? 0) / (mistake === "takes each price for one piece" ? 1 : per);
        cost += next.pieces * each;
      }
      const isOpened =
        source === "made" || (source === "bought" && mistake === "looks into bought parts");
      if (!isOpened || (mistake === "looks two levels down" && next.depth === 2)) continue;
      for (const { part: below, qty } of part.made_of ?? []) {
        const pieces = piecesOf(qty, mistake);
        const factor = mistake === "does not multiply over levels" ? 1 : next.pieces;
        open.push({ number: below, pieces: factor * pieces, depth: next.depth + 1 });
      }
    }
    return { product, cost, bought: bought.size, unpriced: [...unpriced].sort() };
  });
}

testCheck(partCosts, (random) => makeParts(random), read, [
  "takes a quantity that is not given for none",
  "reads no quantity out of a text",
  "takes each price for one piece",
  "looks two levels down",
  "does not multiply over levels",
  "uses parts that were replaced",
  "follows a replacement once",
  "looks into bought parts",
  "takes every part with a price for bought",
  "knows the customer by one spelling",
]);

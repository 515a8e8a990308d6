// Describes host data as prompts do, for tests.

import { Firewall } from "@ptc/core/firewall";
import { fromHost } from "@ptc/core/values";
import { describeShape, lookedAt, shapeOf, titleOf } from "../src/shape/describe-data.ts";
import { LookBudget } from "../src/shape/look-budget.ts";

export const list = <Item>(count: number, make: (index: number) => Item): Item[] =>
  Array.from({ length: count }, (_, index) => make(index));

/** Returns the shape of the data as text. */
export function described(data: unknown, room = 1_000): string {
  const firewall = new Firewall();
  return describeShape(shapeOf(fromHost(data, firewall), firewall, new LookBudget(1)), room);
}

/** Returns the line above the shape. */
export function titled(data: unknown): string {
  const firewall = new Firewall();
  const value = fromHost(data, firewall);
  const shape = shapeOf(value, firewall, new LookBudget(1));
  return `${titleOf(value, shape)}${lookedAt(shape)}`;
}

// Shrinks a program that shows a difference while it still shows one: replaces a form by one of its
// parts or by nil, or removes an item. Asks the hosts about a batch of candidates at a time.

import { sizeOf, type Form } from "./form.ts";

/** Returns the first of `candidates` that still shows the difference, or undefined. */
export type FirstDifferent = (candidates: readonly Form[]) => Promise<Form | undefined>;

/**
 * Returns the smallest program found. Stops if no candidate shows the difference any more, or at
 * the time `until` (in milliseconds).
 */
export async function shrink(
  program: Form,
  firstDifferent: FirstDifferent,
  until = Infinity,
): Promise<Form> {
  let current = program;
  while (performance.now() < until) {
    const smaller = await firstDifferent(candidatesOf(current));
    if (smaller === undefined) return current;
    current = smaller;
  }
  return current;
}

/** Returns every program that is one change smaller, the smallest first. */
export function candidatesOf(form: Form): readonly Form[] {
  const size = sizeOf(form);
  const unique = new Map(variants(form).map((variant) => [JSON.stringify(variant), variant]));
  return [...unique.values()]
    .filter((variant) => sizeOf(variant) < size)
    .sort((left, right) => sizeOf(left) - sizeOf(right));
}

function variants(form: Form): Form[] {
  if (typeof form === "string") return [];
  const parts = form.items.filter((_, index) => index > 0 || form.open !== "(");
  const shorter = form.items.map((_, dropped): Form => ({
    open: form.open,
    items: form.items.filter((_item, index) => index !== dropped),
  }));
  const pairs = form.items.slice(1).map((_, dropped): Form => ({
    open: form.open,
    items: form.items.filter((_item, index) => index !== dropped && index !== dropped + 1),
  }));
  const inside = form.items.flatMap((item, index) =>
    variants(item).map((variant): Form => ({
      open: form.open,
      items: form.items.map((other, position) => (position === index ? variant : other)),
    })),
  );
  return ["nil", ...parts, ...shorter, ...pairs, ...inside];
}

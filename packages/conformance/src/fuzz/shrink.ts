// Makes a program that shows a difference smaller while it still shows one: a form is replaced by
// one of its parts or by nil, or loses an item. Candidates are asked a batch at a time.

import { sizeOf, type Form } from "./form.ts";

/** The first of `candidates` that still shows the difference; undefined when none does. */
export type FirstDifferent = (candidates: readonly Form[]) => Promise<Form | undefined>;

/**
 * The smallest program that was found: no candidate made from it shows the difference any more, or
 * the time `until` (in milliseconds) has come.
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

/** Every program that is one change smaller, the smallest first. */
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

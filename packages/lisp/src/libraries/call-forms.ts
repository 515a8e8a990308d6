// Texts that show how a function of a library is called.

import type { Arities, Member } from "./member.ts";

/** Returns `(orders/late orders now)` for each arity, and the name of a constant. */
export function callForms({ fullName, arglists, kind }: Member): readonly string[] {
  if (kind === "constant") return [fullName];
  return arglists.map((text) => {
    const parameters = text.slice(1, -1).trim();
    return parameters === "" ? `(${fullName})` : `(${fullName} ${parameters})`;
  });
}

/** Returns `1 or at least 3 arguments`. */
export function arityText({ counts, atLeast }: Arities): string {
  const texts = [...counts].sort((left, right) => left - right).map(String);
  if (atLeast !== undefined) texts.push(`at least ${String(atLeast)}`);
  const isOne = texts.length === 1 && texts[0] === "1";
  return `${texts.join(" or ")} argument${isOne ? "" : "s"}`;
}

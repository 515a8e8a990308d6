// The names that a program defines anywhere: what a wrong program is told of a name that is used
// above its definition.

import type { Form } from "@ptc/parser";
import { plainName } from "./form-tools.ts";

const definitions: ReadonlySet<string> = new Set(["def", "defonce", "defn", "defn-"]);

/** Without recursion: forms may nest deeper than a host's stack, and the analysis has said so. */
export function definedNames(forms: readonly Form[]): ReadonlySet<string> {
  const names = new Set<string>();
  const open: Form[] = [...forms];
  for (let form = open.pop(); form !== undefined; form = open.pop()) {
    if ("items" in form) for (const item of form.items) open.push(item);
    if (form.type !== "list") continue;
    const [head, target] = form.items;
    const name = plainName(target);
    if (name !== undefined && definitions.has(plainName(head) ?? "")) names.add(name);
  }
  return names;
}

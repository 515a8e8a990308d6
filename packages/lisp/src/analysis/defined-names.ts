// The names that a program defines anywhere. They help to report a name that is used above its
// definition.

import type { Form } from "@ptc/parser";
import { plainName } from "./form-tools.ts";

const definitions: ReadonlySet<string> = new Set(["def", "defonce", "defn", "defn-"]);

/**
 * Returns the names defined in `forms`. It isn't recursive, because forms may nest deeper than the
 * host's stack, which the analysis has reported already.
 */
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

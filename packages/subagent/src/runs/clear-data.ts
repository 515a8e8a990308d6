// Keeps firewalled values out of a store that isn't encrypted: masks them in steps, omits them from
// contexts, and refuses data that would contain them.

import type { Json } from "@ptc/core/encoding";
import { Firewall } from "@ptc/core/firewall";
import { recordOf, isFirewalledName } from "@ptc/core/internal/values";
import { maskedJson } from "@ptc/core/internal/stored";
import { shownJson } from "@ptc/lisp/internal/waiting";

/** The values of firewalled fields in some data. */
export class HiddenData {
  private readonly firewall: Firewall;
  /** True if the data has firewalled fields. */
  isPresent = false;

  constructor(allow: readonly string[] = []) {
    this.firewall = new Firewall({ allow });
  }

  /** Remembers the values of the firewalled fields in `json`. */
  note(json: Json): void {
    maskedJson(json, {
      hides: (name) => this.firewall.hides(name),
      field: (value) => {
        if (value !== null) {
          this.isPresent = true;
          this.noteAll(value);
        }
        return value;
      },
      text: (text) => text,
      number: (number) => number,
      name: (name) => name,
    });
  }

  /** Returns `json` with markers in place of firewalled fields and of their values in texts. */
  masked(json: Json): Json {
    return shownJson(json, this.firewall);
  }

  private noteAll(json: Json): void {
    const waiting: unknown[] = [json];
    for (let next = waiting.pop(); next !== undefined; next = waiting.pop())
      if (typeof next === "string" || typeof next === "number") this.firewall.note(next);
      else if (typeof next === "object" && next !== null)
        for (const part of Object.values<unknown>({ ...next })) waiting.push(part);
  }
}

/** Returns `json` without its firewalled fields, also those in lists and in other fields. */
export function withoutFirewalled(json: Json): Json {
  if (typeof json !== "object" || json === null) return json;
  if (Array.isArray(json)) return (json as readonly Json[]).map(withoutFirewalled);
  return recordOf(
    Object.entries(json).flatMap(([name, value]): [string, Json][] =>
      isFirewalledName(name.startsWith(":") ? name.slice(1) : name)
        ? []
        : [[name, withoutFirewalled(value)]],
    ),
  );
}

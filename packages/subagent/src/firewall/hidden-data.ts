// Finds the values of firewalled fields in JSON, to keep them out of a store that isn't encrypted.

import type { Json } from "@ptc/core/encoding";
import { Firewall } from "@ptc/core/firewall";
import { maskedJson } from "@ptc/core/internal/stored";
import { shownJson } from "@ptc/lisp/internal/waiting";

/** The values of firewalled fields in some data. */
export class HiddenData {
  readonly firewall: Firewall;
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

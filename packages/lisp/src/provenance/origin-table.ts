// The origins of one run: tools, fields of the context, the memory of earlier programs, and the
// model. Each gets a bit of a label when it is met first.

import type { NamedOrigin } from "../policy/origin-facts.ts";
import { allOrigins, type Origins } from "./label.ts";

/** A place that values come from. */
export interface Origin {
  readonly type: "tool" | "data" | "memory" | "model" | "earlier";
  /** The name of the tool or of the field of the context; empty for the others. */
  readonly name: string;
  /** For `earlier`: the origin of a value of an earlier program. */
  readonly earlier?: NamedOrigin;
}

/** Origins with a bit of their own. Those that are met later share one, which means any of them. */
const mostOrigins = 30;
const sharedBit: Origins = 1 << mostOrigins;

export class OriginTable {
  private readonly bits = new Map<string, Origins>();
  private readonly origins: { readonly origin: Origin; readonly bit: Origins }[] = [];

  /** Returns the bit of an origin of an earlier program. */
  bitOfEarlier(earlier: NamedOrigin): Origins {
    return this.bitFor(["earlier", earlier.name, ...earlier.words].join("\n"), {
      type: "earlier",
      name: earlier.name,
      earlier,
    });
  }

  bitOf(type: Origin["type"], name = ""): Origins {
    return this.bitFor(`${type}\n${name}`, { type, name });
  }

  private bitFor(key: string, origin: Origin): Origins {
    const known = this.bits.get(key);
    if (known !== undefined) return known;
    const bit = this.origins.length < mostOrigins ? 1 << this.origins.length : sharedBit;
    this.origins.push({ origin, bit });
    this.bits.set(key, bit);
    return bit;
  }

  /** Returns the origins in a set. One that shares its bit counts if any of those is in it. */
  of(origins: Origins): readonly Origin[] {
    return this.origins
      .filter(({ bit }) => origins === allOrigins || (bit & origins) !== 0)
      .map(({ origin }) => origin);
  }
}

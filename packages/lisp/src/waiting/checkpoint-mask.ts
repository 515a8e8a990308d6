// What readers of a checkpoint see of its firewalled values.

import type { Json } from "@ptc/core/encoding";
import type { Firewall } from "@ptc/core/firewall";
import { firewalledMarker } from "@ptc/core/internal/values";
import { maskedJson, type JsonMask } from "@ptc/core/internal/stored";
import { CheckpointError } from "./checkpoint-error.ts";
import { maskedInPieces } from "./encoded-pieces.ts";
import { mostLevels } from "./seal.ts";
import { textIndex } from "./text-index.ts";

/**
 * Returns `json` with a marker in place of firewalled fields and of values that programs read from
 * such fields, also in names. Returns `json` itself if nothing is hidden.
 */
export function shownJson(json: Json, firewall: Firewall): Json {
  return maskedJson(json, shownParts(firewall));
}

/** Does the same in pieces. */
export async function shownInPieces(json: Json, firewall: Firewall): Promise<Json> {
  return await maskedInPieces(json, shownParts(firewall));
}

function shownParts(firewall: Firewall): JsonMask {
  const shown = (text: string): string => firewall.mask(text);
  return {
    hides: (name) => firewall.hides(name),
    field: (value) => (value === null ? null : firewalledMarker),
    text: shown,
    number: (value) => (firewall.hidesNumber(value) ? firewalledMarker : value),
    name: shown,
  };
}

/** The most steps of a run that search for masked names among others: about 100 ms. */
const mostSearched = 1_000_000;
/** The units of texts that count as one step. */
const unitsInStep = 32;

/** Counts the steps of searches for masked names. All comparisons of a run share it. */
export class SearchBudget {
  private steps = 0;

  /** @throws CheckpointError if the searches of a run take too long */
  take(units: number): void {
    this.steps += 1 + Math.ceil(units / unitsInStep);
    if (this.steps > mostSearched)
      throw new CheckpointError(
        "unreadable",
        "the checkpoint has too many masked names to compare: pass one that wasn't changed",
      );
  }
}

/**
 * True if `json` is equal to `masked`, in which markers may replace any parts: the masked JSON is
 * from a run that had seen other firewalled values at that time.
 * @throws CheckpointError if a crafted `masked` takes more than the budget
 */
export function fitsMasked(json: Json, masked: Json, budget: SearchBudget): boolean {
  return new MaskedComparison(budget).fits(json, masked, 0);
}

class MaskedComparison {
  private readonly budget: SearchBudget;
  /** The number of searches around the compared values. */
  private searches = 0;

  constructor(budget: SearchBudget) {
    this.budget = budget;
  }

  fits(json: Json | undefined, masked: Json | undefined, depth: number): boolean {
    if (json === undefined || masked === undefined) return false;
    if (this.searches > 0) this.budget.take(lengthOf(json) + lengthOf(masked));
    if (masked === firewalledMarker) return true;
    if (typeof masked === "string") return typeof json === "string" && fitsText(json, masked);
    if (typeof masked !== "object" || masked === null) return json === masked;
    if (typeof json !== "object" || json === null || depth > mostLevels) return false;
    if (isList(masked) || isList(json))
      return (
        isList(json) &&
        isList(masked) &&
        json.length === masked.length &&
        masked.every((item, index) => this.fits(json[index], item, depth + 1))
      );
    return this.fitFields(json, masked, depth + 1);
  }

  private fitFields(json: Fields, masked: Fields, depth: number): boolean {
    const others = new Set(Object.keys(json));
    const names = Object.keys(masked);
    if (names.length > others.size) return false;
    const rest = names.filter(
      (name) => !others.delete(name) || !this.fits(json[name], masked[name], depth),
    );
    if (!rest.every((name) => name.includes(firewalledMarker))) return false;
    return rest.length === 0
      ? others.size === 0
      : this.fitOthers([...others], rest, (other, name) =>
          this.fits(json[other], masked[name], depth),
        );
  }

  /**
   * True if each masked name is that of another field, and each other field has a masked name.
   * Several names may have become equal, and the value is then that of one of them.
   */
  private fitOthers(
    others: readonly string[],
    names: readonly string[],
    fitValues: (other: string, name: string) => boolean,
  ): boolean {
    const masked = names.map((name) => new MaskedText(name));
    const isNamed = (other: string, name: MaskedText): boolean => {
      this.budget.take(other.length + name.length);
      return name.fits(other);
    };
    const unused = new Set(others);
    this.searches += 1;
    // Names that no other masked name has taken come first, so most searches end soon.
    const found = masked.every((name, index) => {
      const isOf = (other: string): boolean =>
        isNamed(other, name) && fitValues(other, names[index] ?? "");
      for (const other of unused) if (isOf(other)) return unused.delete(other);
      return others.some((other) => !unused.has(other) && isOf(other));
    });
    this.searches -= 1;
    return found && [...unused].every((other) => masked.some((name) => isNamed(other, name)));
  }
}

function fitsText(text: string, masked: string): boolean {
  return (
    text === masked || (masked.includes(firewalledMarker) && new MaskedText(masked).fits(text))
  );
}

/** A text in which markers replace parts. */
class MaskedText {
  readonly length: number;
  private readonly first: string;
  private readonly parts: readonly string[];
  private readonly last: string | undefined;

  constructor(masked: string) {
    this.length = masked.length;
    const [first = "", ...parts] = masked.split(firewalledMarker);
    this.first = first;
    this.last = parts.pop();
    this.parts = parts;
  }

  /** Takes time in proportion to the texts. */
  fits(text: string): boolean {
    const { first, parts, last } = this;
    if (last === undefined) return text === first;
    if (!text.startsWith(first)) return false;
    let from = first.length;
    for (const part of parts) {
      const found = textIndex(text, part, from);
      if (found === -1) return false;
      from = found + part.length;
    }
    return text.length - last.length >= from && text.endsWith(last);
  }
}

function lengthOf(json: Json): number {
  return typeof json === "string" ? json.length : 0;
}

type Fields = Readonly<Record<string, Json>>;

function isList(json: Json): json is readonly Json[] {
  return Array.isArray(json);
}

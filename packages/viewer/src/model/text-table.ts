// The texts of a run, each stored once, without firewalled values. Traces are masked when they are
// written, unless their writer revealed the values; then their names show which values to mask, at
// any place.

import type { TraceEvent } from "@ptc/core/contracts";
import { Firewall } from "@ptc/core/firewall";
import { oneLine } from "@ptc/core/internal/errors";
import { hostJson } from "@ptc/core/internal/json";
import { shortened } from "@ptc/core/internal/printing";
import { firewallByName, firewalledMarker } from "@ptc/core/internal/values";
import { fromHost, workBudget } from "@ptc/core/values";
import { maskFirewalled } from "@ptc/tracer";
import type { TextView } from "./run-view.ts";

/** The work limits for writing one value, and for finding revealed values in one event. */
const valueWork = 4_000_000;
const revealedWork = 200_000;
const longestNote = 4_000;

/** The limits for the texts of a page. */
export interface TextLimits {
  /** Characters of each text, and of all of them. */
  readonly each: number;
  readonly total: number;
}

/** Stores texts and values, and returns them in parts. */
export class TextTable {
  private readonly indexes = new Map<string, number>();
  private readonly entries: { readonly kind: TextView["kind"]; readonly text: string }[] = [];
  private readonly revealed: { isAny: boolean; readonly firewall: Firewall };

  /** @param revealed the values that another table noted */
  constructor(revealed?: TextTable) {
    this.revealed = revealed?.revealed ?? { isAny: false, firewall: new Firewall() };
  }

  /** Returns a table without texts that masks the same values. */
  emptied(): TextTable {
    return new TextTable(this);
  }

  /** Notes the values of firewalled fields in an event. Call it with all events first. */
  note(event: TraceEvent): void {
    const rest: unknown[] = [event.data];
    let left = revealedWork;
    for (let item = rest.pop(); item !== undefined && left > 0; item = rest.pop()) {
      if (typeof item !== "object" || item === null) continue;
      const entries = item instanceof Map ? [...item] : Object.entries(item);
      for (const [name, value] of entries as [unknown, unknown][]) {
        left -= 1;
        if (typeof name === "string" && firewallByName.hides(name)) this.noteValue(value);
        else if (typeof value === "object" && value !== null) rest.push(value);
      }
    }
  }

  private noteValue(value: unknown): void {
    if (value === firewalledMarker || value === null || value === undefined) return;
    this.revealed.isAny = true;
    this.revealed.firewall.note(fromHost(value), value);
  }

  /** Returns the index of a text. */
  text(text: string, kind: "text" | "program" = "text"): number {
    return this.indexOf(this.masked(text), kind);
  }

  /** Returns the index of a value as JSON, and its size in bytes. */
  value(value: unknown): { readonly index: number; readonly bytes: number } {
    const text = this.revealedMasked(jsonOf(value));
    return { index: this.indexOf(text, "json"), bytes: utf8Bytes(text) };
  }

  /** Returns a short text for a field of the view, on several lines. */
  message(text: string): string {
    return shortened(this.masked(text), longestNote);
  }

  /** Returns the start of a text on one line. */
  line(text: string, length = 160): string {
    const start = this.masked(shortened(text, 4 * length));
    return oneLine(start.replace(/\s+/g, " ").trim(), length);
  }

  /** Returns the start of the arguments of a call on one line. */
  valueLine(value: unknown, length = 160): string {
    return oneLine(this.revealedMasked(shortened(jsonOf(value), 4 * length)), length);
  }

  /** Returns all texts, shortened to limits. */
  views({ each, total }: TextLimits): readonly TextView[] {
    let left = total;
    return this.entries.map(({ kind, text }) => {
      const shown =
        text.length <= Math.min(each, left) ? text : piece(text, 0, Math.min(each, left));
      left -= shown.length;
      return { kind, length: text.length, text: shown };
    });
  }

  /** Returns a part of a text, or undefined for an unknown index. */
  piece(index: number, start: number, length: number): string | undefined {
    const entry = this.entries[index];
    return entry && piece(entry.text, start, length);
  }

  private indexOf(text: string, kind: TextView["kind"]): number {
    const key = `${kind}:${text}`;
    const known = this.indexes.get(key);
    if (known !== undefined) return known;
    this.indexes.set(key, this.entries.length);
    return this.entries.push({ kind, text }) - 1;
  }

  /** Masks fields of JSON in a text too. */
  private masked(text: string): string {
    return this.revealedMasked(maskFirewalled(text) as string);
  }

  private revealedMasked(text: string): string {
    return this.revealed.isAny ? this.revealed.firewall.maskValues(text) : text;
  }
}

/** Returns a part of a text that doesn't divide a character of two units. */
function piece(text: string, start: number, length: number): string {
  const end = start + length;
  const last = text.charCodeAt(end - 1);
  const isHalf = end < text.length && last >= 0xd800 && last <= 0xdbff;
  return text.slice(start, isHalf ? end - 1 : end);
}

function jsonOf(value: unknown): string {
  try {
    const json = hostJson(maskFirewalled(value), workBudget("writing a value", valueWork));
    return JSON.stringify(json);
  } catch {
    return '"<too large to show>"';
  }
}

/** Returns the length of a text in UTF-8. */
export function utf8Bytes(text: string): number {
  let bytes = text.length;
  for (let index = 0; index < text.length; index += 1) {
    const unit = text.charCodeAt(index);
    // The two units of a pair are four bytes together.
    if (unit > 0x7f) bytes += unit > 0x7ff && (unit < 0xd800 || unit > 0xdfff) ? 2 : 1;
  }
  return bytes;
}

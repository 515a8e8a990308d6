// Shows the entries of a journal to the model: one line per task, such as
// `- charge_order_42: "tx_abc"`. The entries come from outside or from programs, so they are
// untrusted.

import { DecodingError, decodeValue } from "@ptc/core/decoding";
import { tags } from "@ptc/core/encoding";
import { oneLine } from "@ptc/core/internal/errors";
import { unmarkedEntry } from "@ptc/core/internal/journal";
import type { Firewall } from "@ptc/core/firewall";
import { DataDepthError, workBudget } from "@ptc/core/values";
import { firewalledMarker } from "@ptc/core/internal/values";
import { maskedEnvelope } from "../preview/data-envelope.ts";
import { formatFeedback } from "../preview/format-feedback.ts";

type Entry = readonly [id: string, json: unknown];

const longestId = 100;
const longestValue = 160;
/** The maximum number of entries shown, and of the characters of all lines together. */
const mostEntries = 100;
const mostCharacters = 6_000;
/** The work budget for reading an entry. Larger entries are only named. */
const mostWork = 20_000;

/** Returns the masked lines of `entries`, up to the limits. The last line counts the others. */
export function journalLines(entries: readonly Entry[], firewall: Firewall): readonly string[] {
  const lines: string[] = [];
  let room = mostCharacters;
  for (const entry of entries.slice(0, mostEntries)) {
    const line = journalLine(entry, firewall);
    room -= line.length;
    if (room < 0) break;
    lines.push(line);
  }
  const omitted = entries.length - lines.length;
  return omitted === 0 ? lines : [...lines, `- and ${String(omitted)} more`];
}

/** Returns the results that tasks have stored, with a title. Empty without entries. */
export function journalSection(entries: readonly Entry[], firewall: Firewall): string {
  if (entries.length === 0) return "";
  const lines = journalLines(entries, firewall).join("\n");
  return `Stored in the journal:\n${maskedEnvelope("journal", lines)}`;
}

/**
 * Masks the id and the value separately: an id isn't the name of a field, although a part of it,
 * such as `order:_1`, may look like one.
 */
function journalLine([id, json]: Entry, firewall: Firewall): string {
  const entry = unmarkedEntry(id, json, firewall);
  const name = firewall.mask(oneLine(id, longestId));
  const isHidden = id.startsWith("_") && firewall.hides(id);
  const value = isHidden ? firewalledMarker : firewall.mask(shownEntry(entry, firewall));
  return `- ${name}: ${value}`;
}

function shownEntry(json: unknown, firewall: Firewall): string {
  if (isUnstorable(json)) return "has run, but its result could not be stored";
  try {
    const meter = workBudget("reading an entry of the journal", mostWork);
    const value = decodeValue(json, { meter });
    firewall.noteWithin(value);
    return formatFeedback(value, { feedbackMaxChars: longestValue }, firewall).text;
  } catch (error) {
    if (error instanceof DecodingError || error instanceof DataDepthError) return "can't be read";
    return "too large to show";
  }
}

function isUnstorable(json: unknown): boolean {
  return typeof json === "object" && json !== null && Object.hasOwn(json, tags.unkept);
}

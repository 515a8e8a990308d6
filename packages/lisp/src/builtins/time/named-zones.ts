// Zones of places, such as Europe/Berlin. Their rules come from the host's `Intl`, so old or future
// offsets may differ between hosts whose time zone data differ. Gaps and overlaps of the local time
// are resolved as in java.time.

import { shortened } from "@ptc/core/internal/printing";
import { readZone, type FixedZone } from "@ptc/core/internal/decoding";
import { wrongArgument } from "../../evaluation/arguments/string-argument.ts";

const zoneName = /^[A-Za-z][A-Za-z0-9_+-]{1,30}(?:\/[A-Za-z0-9_+-]{1,30}){0,2}$/;
/** Zones without a slash that Java knows. Other short names, such as EST, are ambiguous there. */
const shortNames: ReadonlySet<string> = new Set(["CET", "EET", "MET", "WET"]);
const writtenOffset = /GMT(?:([+-])(\d{1,2}):(\d{2})(?::(\d{2}))?)?$/;

/** The hosts' formatters take long to make and hold memory, so only a few are kept. */
const mostZones = 24;
const formatters = /* @__PURE__ */ new Map<string, Intl.DateTimeFormat>();

const day = 86_400_000;

/** True if a zone has rules of a place, so its offset depends on the time. */
export function isNamedZone(name: string): boolean {
  return name !== "" && readZone(name) === undefined;
}

/** @throws EvaluationError if the host doesn't know the zone, or knows none */
export function assertKnownZone(name: string, operation: string): void {
  formatterOf(name, operation);
}

/** Returns the milliseconds east of UTC in a zone at an instant. */
export function offsetAt(name: string, instant: number, operation: string): number {
  const text = formatterOf(name, operation).format(instant);
  const [all, sign, hours = "0", minutes = "0", seconds = "0"] = writtenOffset.exec(text) ?? [];
  if (all === undefined) throw withoutZones(operation);
  const size = ((Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds)) * 1000;
  return sign === "-" ? -size : size;
}

/**
 * Returns the instant of a local time in a zone. In a gap, the time is later by the length of the
 * gap. In an overlap, `preferred` decides if it is one of both offsets, and otherwise the first.
 */
export function instantOfLocal(
  local: number,
  { name, offset }: FixedZone,
  preferred: number | undefined,
  operation: string,
): number {
  if (!isNamedZone(name)) return local - offset;
  const before = offsetAt(name, local - day, operation);
  const after = offsetAt(name, local + day, operation);
  const isValid = (candidate: number): boolean =>
    offsetAt(name, local - candidate, operation) === candidate;
  if (preferred !== undefined && isValid(preferred)) return local - preferred;
  return local - (!isValid(before) && isValid(after) ? after : before);
}

function formatterOf(name: string, operation: string): Intl.DateTimeFormat {
  const known = formatters.get(name);
  if (known !== undefined) return known;
  const formatter = makeFormatter(name, operation);
  if (formatters.size === mostZones)
    for (const oldest of formatters.keys()) {
      formatters.delete(oldest);
      break;
    }
  formatters.set(name, formatter);
  return formatter;
}

function makeFormatter(name: string, operation: string): Intl.DateTimeFormat {
  if (!zoneName.test(name) || !(name.includes("/") || name.length > 3 || shortNames.has(name)))
    throw unknownZone(name, operation);
  if (typeof Intl !== "object" || typeof Intl.DateTimeFormat !== "function")
    throw withoutZones(operation);
  let formatter: Intl.DateTimeFormat;
  try {
    formatter = new Intl.DateTimeFormat("en-US", { timeZone: name, timeZoneName: "longOffset" });
  } catch {
    throw unknownZone(name, operation);
  }
  // Hosts ignore case; Java doesn't.
  const { timeZone } = formatter.resolvedOptions();
  if (timeZone !== name && timeZone.toLowerCase() === name.toLowerCase())
    throw unknownZone(name, operation, timeZone);
  return formatter;
}

function unknownZone(name: string, operation: string, meant?: string) {
  return wrongArgument(
    operation,
    `${JSON.stringify(shortened(name, 40))} is not a known zone`,
    meant === undefined
      ? 'write a place such as "Europe/Berlin", "UTC", or an offset: (ZoneOffset/of "+02:00")'
      : `did you mean ${JSON.stringify(meant)}?`,
  );
}

function withoutZones(operation: string) {
  return wrongArgument(
    operation,
    "this host has no time zone data",
    'use an offset: (ZoneOffset/of "+02:00")',
  );
}

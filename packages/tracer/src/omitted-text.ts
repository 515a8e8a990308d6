// Recognizes the texts that a trace has in place of values.

import { firewalledMarker } from "@ptc/core/internal/values";
import { markers } from "./markers.ts";

const whole: ReadonlySet<string> = new Set(Object.values(markers));
const bytes = /^<\d+ bytes>$/;

/**
 * True for a text that replaces a value of a trace: it was too large or isn't data, or a part of it
 * was firewalled. Data may have such a text as well, and counts as omitted.
 */
export function isOmittedText(text: string): boolean {
  return whole.has(text) || bytes.test(text) || text.includes(firewalledMarker);
}

// Puts data (results, prints, samples, error texts) into envelopes for the model. A text can't
// close its own envelope, so data can't pass for instructions.

import type { Firewall } from "@ptc/core/firewall";
import { hideFirewalledJson } from "@ptc/core/internal/firewall";
import { withoutEnvelopeTags } from "./envelope-tags.ts";
import { visibleData } from "./visible-data.ts";

/**
 * Returns `text` in an envelope such as `<data kind="result">…</data>`. Escapes the brackets of
 * envelope tags inside the text, and of texts that look like such tags.
 */
export function dataEnvelope(kind: string, text: string, firewall: Firewall | undefined): string {
  return `<data kind="${kind}">\n${escapeEnvelopes(text, firewall)}\n</data>`;
}

/** Returns text in an envelope whose firewalled values are already hidden. */
export function maskedEnvelope(kind: string, text: string): string {
  return `<data kind="${kind}">\n${visibleData(withoutEnvelopeTags(text))}\n</data>`;
}

/**
 * Escapes `text` so that no part of it can pass for an envelope tag. Also escapes invisible and
 * control characters, and hides firewalled values: those of JSON and EDN fields in the text, and
 * those that `firewall` has noted.
 */
export function escapeEnvelopes(text: string, firewall: Firewall | undefined): string {
  const masked = firewall === undefined ? hideFirewalledJson(text) : firewall.mask(text);
  return visibleData(withoutEnvelopeTags(masked));
}

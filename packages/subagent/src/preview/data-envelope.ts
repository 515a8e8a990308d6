// Everything that comes from data (results, prints, samples, error texts) is shown to the model
// inside an envelope that the text itself cannot close, so that data is not taken for instructions.

import type { Firewall } from "@ptc/core/firewall";
import { hideFirewalledJson } from "@ptc/core/internal/firewall";
import { withoutEnvelopeTags } from "./envelope-tags.ts";
import { visibleData } from "./visible-data.ts";

/**
 * `text` in an envelope such as `<data kind="result">…</data>`. Tags of envelopes inside the text,
 * and what looks like one, lose their bracket.
 */
export function dataEnvelope(kind: string, text: string, firewall: Firewall | undefined): string {
  return `<data kind="${kind}">\n${escapeEnvelopes(text, firewall)}\n</data>`;
}

/**
 * `text` without anything that could pass for a tag of an envelope, with invisible and control
 * characters escaped, and without firewalled values: those of fields of JSON and EDN in it, and
 * those that `firewall` remembers.
 */
export function escapeEnvelopes(text: string, firewall: Firewall | undefined): string {
  const masked = firewall === undefined ? hideFirewalledJson(text) : firewall.mask(text);
  return visibleData(withoutEnvelopeTags(masked));
}

// Everything that comes from data (results, prints, samples, error texts) is shown to the model
// inside an envelope that the text itself cannot close, so that data is not taken for instructions.

import { hideFirewalledJson, visibleText, type Firewall } from "@ptc/core/printing";

/**
 * `text` in an envelope such as `<data kind="result">…</data>`. Tags of envelopes inside the text
 * lose their bracket.
 */
export function dataEnvelope(kind: string, text: string, firewall: Firewall | undefined): string {
  return `<data kind="${kind}">\n${escapeEnvelopes(text, firewall)}\n</data>`;
}

/**
 * `text` without tags that could open or close an envelope, without invisible and control
 * characters, and without firewalled values: those of fields of JSON and EDN in it, and those that
 * `firewall` remembers.
 */
export function escapeEnvelopes(text: string, firewall: Firewall | undefined): string {
  const masked = firewall === undefined ? hideFirewalledJson(text) : firewall.mask(text);
  return visibleText(masked).replace(/<(?=\s*\/?\s*data\b)/gi, "&lt;");
}

// Everything observed (results, prints, samples, error texts) reaches the model inside an envelope
// that the text itself cannot close, so that data is never taken for instructions of the system.

import { hideFirewalledJson, visibleText } from "@ptc/core/printing";

/**
 * `text` as data of a kind: `<data kind="result">…</data>`. Tags of envelopes inside it lose their
 * bracket.
 */
export function dataEnvelope(kind: string, text: string): string {
  return `<data kind="${kind}">\n${escapeEnvelopes(text)}\n</data>`;
}

/**
 * `text` without a tag that could open or close an envelope, without characters that hide or steer,
 * and without firewalled fields of JSON in it.
 */
export function escapeEnvelopes(text: string): string {
  return visibleText(hideFirewalledJson(text)).replace(/<(?=\s*\/?\s*data\b)/gi, "&lt;");
}

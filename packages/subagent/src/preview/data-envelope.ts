// Everything that comes from data (results, prints, samples, error texts) is shown to the model
// inside an envelope that the text itself cannot close, so that data is not taken for instructions.

import { hideFirewalledJson, visibleText } from "@ptc/core/printing";

/**
 * `text` in an envelope such as `<data kind="result">…</data>`. Tags of envelopes inside the text
 * lose their bracket.
 */
export function dataEnvelope(kind: string, text: string): string {
  return `<data kind="${kind}">\n${escapeEnvelopes(text)}\n</data>`;
}

/**
 * `text` without tags that could open or close an envelope, without invisible and control
 * characters, and without the values of firewalled fields of JSON in it.
 */
export function escapeEnvelopes(text: string): string {
  return visibleText(hideFirewalledJson(text)).replace(/<(?=\s*\/?\s*data\b)/gi, "&lt;");
}

// Shortens and masks the prints of a program for the model. A program may print a thousand times as
// much as is shown, so only the necessary part is masked.

import type { Firewall } from "@ptc/core/firewall";

export interface PrintBounds {
  /** The maximum number of characters shown of one print. */
  readonly maxPrintLength: number;
  /** The maximum number of characters of all prints together. */
  readonly printsMaxChars: number;
}

/** Follows the masked part of a longer text, so that a value cut in two is still found. */
const cutMark = "…";

/** The additional length to mask: the longest part of a value that is searched for. */
const overlap = 1_000;

/** Returns the prints below each other, shortened, without firewalled values. */
export function shownPrints(
  prints: readonly string[],
  firewall: Firewall,
  { maxPrintLength, printsMaxChars }: PrintBounds,
): string {
  let shown = "";
  let omitted = 0;
  prints.forEach((print, index) => {
    const newline = index === 0 ? "" : "\n";
    if (shown.length > printsMaxChars)
      omitted += newline.length + Math.min(print.length, maxPrintLength);
    else shown += newline + shortenedPrint(print, firewall, maxPrintLength);
  });
  return shortenedPart(shown, printsMaxChars, omitted);
}

function shortenedPrint(print: string, firewall: Firewall, maximum: number): string {
  for (let length = 2 * (maximum + overlap); length < print.length; length *= 2) {
    const start = firewall.mask(print.slice(0, length) + cutMark).slice(0, -cutMark.length);
    // Masking may shorten the text, so this part may be too short.
    if (start.length >= maximum + overlap)
      return shortenedPart(start, maximum, print.length - length);
  }
  return shortenedPart(firewall.mask(print), maximum, 0);
}

/** Shortens `text`, after which `omitted` characters were already left out. */
function shortenedPart(text: string, maximum: number, omitted: number): string {
  const more = text.length + omitted - maximum;
  return more > 0
    ? // eslint-disable-next-line texts/shortened-texts -- the mark follows on its own line
      `${text.slice(0, maximum)}\n… (${String(more)} more characters: print less)`
    : text;
}

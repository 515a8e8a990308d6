// What a model is shown of the prints of a program. A program may print a thousand times as much as
// is shown, so no more of it is masked than that takes.

import type { Firewall } from "@ptc/core/firewall";

export interface PrintBounds {
  /** How many characters of one print are shown. */
  readonly maxPrintLength: number;
  /** How many of all together. */
  readonly printsMaxChars: number;
}

/** Stands behind what is masked of a longer text, so that a value that was cut in two is found. */
const cutMark = "…";

/** So much more than is shown is masked: the longest part of a value that is looked for. */
const overlap = 1_000;

/** The prints below each other, shortened, without what is firewalled. */
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
  return shortened(shown, printsMaxChars, omitted);
}

function shortenedPrint(print: string, firewall: Firewall, maximum: number): string {
  for (let length = 2 * (maximum + overlap); length < print.length; length *= 2) {
    const start = firewall.mask(print.slice(0, length) + cutMark).slice(0, -cutMark.length);
    // What is hidden may be shorter than before: then this was too little.
    if (start.length >= maximum + overlap) return shortened(start, maximum, print.length - length);
  }
  return shortened(firewall.mask(print), maximum, 0);
}

/** `omitted` characters were left out behind `text` already. */
function shortened(text: string, maximum: number, omitted: number): string {
  const more = text.length + omitted - maximum;
  return more > 0
    ? `${text.slice(0, maximum)}\n… (${String(more)} more characters: print less)`
    : text;
}

// Simulates how a model reads the lines of a log, including various wordings.

import type { Findings } from "../reader.ts";

const amount = String.raw`(a dozen|\d+) litres`;
const ofLeaks = [
  new RegExp(`(?<pump>P-\\d+) lost (?<litres>${amount})`),
  new RegExp(`puddle of (?<litres>${amount}) under (?<pump>P-\\d+)`),
  new RegExp(`night (?<litres>${amount}) came out of (?<pump>P-\\d+)`),
  new RegExp(`(?<pump>P-\\d+) dripped all day, (?<litres>${amount})`),
];
const ofCorrections = new RegExp(`Entry (?<entry>\\d+) was misread, it was (?<litres>${amount})`);

/** Returns litres as the original text; a careful reader converts them to numbers. */
export function readAsText(text: string) {
  const leaks: { entry: number; pump: string; litres: string }[] = [];
  const corrections: { entry: number; litres: string }[] = [];
  for (const line of text.split("\n")) {
    const number = /^No\. (\d+): /.exec(line)?.[1];
    if (number === undefined) continue;
    const leak = ofLeaks.map((phrase) => phrase.exec(line)?.groups).find((found) => found);
    if (leak !== undefined)
      leaks.push({ entry: Number(number), pump: leak.pump ?? "", litres: leak.litres ?? "" });
    const correction = ofCorrections.exec(line)?.groups;
    if (correction !== undefined)
      corrections.push({ entry: Number(correction.entry), litres: correction.litres ?? "" });
  }
  return { leaks, corrections };
}

export function read(text: string): Findings {
  const { leaks, corrections } = readAsText(text);
  return {
    leaks: leaks.map((leak) => ({ ...leak, litres: asNumber(leak.litres) })),
    corrections: corrections.map((each) => ({ ...each, litres: asNumber(each.litres) })),
  };
}

function asNumber(litres: string): number {
  return litres.startsWith("a dozen") ? 12 : Number.parseInt(litres, 10);
}

// Writes the mark of an attached file in a prompt. The name of a file is untrusted. It is
// shortened, shows every character, and can neither open a data envelope nor imitate the end of its
// mark.

import { oneLine } from "@ptc/core/internal/errors";
import type { Firewall } from "@ptc/core/firewall";
import type { FileFields } from "@ptc/core/values";
import { escapeEnvelopes } from "../preview/data-envelope.ts";
import { shownName } from "../shape/shown-name.ts";
import { sizeText } from "./size-text.ts";

/** Returns a mark such as `[file 1: a.png, image/png, 1.2 kB]`. Unknown parts are omitted. */
export function fileMark(
  number: number,
  { name, media_type: mediaType, size_bytes: size }: FileFields,
  firewall: Firewall,
): string {
  const parts = [
    ...(name === undefined ? [] : [markedName(name, firewall)]),
    mediaType,
    ...(size === undefined ? [] : [sizeText(size)]),
  ];
  return `[file ${String(number)}: ${parts.join(", ")}]`;
}

const longestName = 80;

/** Returns the name in the form that is sent to a provider, which shows it to the model. */
export function shownFileName(name: string, firewall: Firewall): string {
  return escapeEnvelopes(oneLine(name, longestName), firewall);
}

function markedName(name: string, firewall: Firewall): string {
  return shownName(firewall.mask(name)).replace(/[[\]]/g, (bracket) =>
    bracket === "[" ? "\\u005b" : "\\u005d",
  );
}

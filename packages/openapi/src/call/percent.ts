// Percent-encodes text (RFC 3986). It encodes all but letters, digits and `-._~`, so a value can't
// end its part of a URL or begin another one.

import { wellFormed } from "../text/well-formed.ts";

export type Encode = (text: string) => string;

export const encodeAll: Encode = (text) =>
  encodeURIComponent(wellFormed(text)).replace(/[!'()*]/g, encodedUnit);

/**
 * Characters that a document may leave unencoded in a query; `#`, `&`, `+` and brackets would
 * change meaning.
 */
const reserved = /%(?:[0-9a-f]{2})|[:/?@!$'()*,;=]/gi;

/** Like `encodeAll`, but leaves characters of `allowReserved` and existing percent-encodings. */
export const encodeUnreserved: Encode = (text) => {
  const parts: string[] = [];
  let at = 0;
  for (const found of text.matchAll(reserved)) {
    parts.push(encodeAll(text.slice(at, found.index)), found[0]);
    at = found.index + found[0].length;
  }
  return parts.join("") + encodeAll(text.slice(at));
};

function encodedUnit(character: string): string {
  return `%${character.charCodeAt(0).toString(16).toUpperCase()}`;
}

// Percent-encoding (RFC 3986). All but letters, digits and `-._~` is encoded, so that a value can
// neither end the part of a URL in which it stands nor begin another one.

import { wellFormed } from "../text/well-formed.ts";

export type Encode = (text: string) => string;

export const encodeAll: Encode = (text) =>
  encodeURIComponent(wellFormed(text)).replace(/[!'()*]/g, encodedUnit);

/** What a document may ask for in a query; `#`, `&`, `+` and brackets would not mean themselves. */
const reserved = /%(?:[0-9a-f]{2})|[:/?@!$'()*,;=]/gi;

/** As `encodeAll`, but for characters that `allowReserved` leaves, and what is encoded already. */
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

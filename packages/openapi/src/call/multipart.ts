// Writes a multipart body (RFC 7578). Implemented here so that each part has the document's media
// type and the boundary occurs in no part.

import { wellFormed } from "../text/well-formed.ts";

/** A text or file part. */
export interface BodyPart {
  readonly name: string;
  readonly fileName?: string;
  readonly mediaType?: string;
  readonly content: string | Uint8Array;
}

export interface MultipartBody {
  readonly contentType: string;
  readonly content: Uint8Array<ArrayBuffer>;
}

export function multipartBody(parts: readonly BodyPart[]): MultipartBody {
  const encoder = new TextEncoder();
  const contents = parts.map(({ content }) =>
    typeof content === "string" ? encoder.encode(content) : content,
  );
  const boundary = freeBoundary(contents);
  const pieces = parts.flatMap((part, index) => [
    encoder.encode(`--${boundary}\r\n${headOf(part)}\r\n\r\n`),
    contents[index] ?? new Uint8Array(),
    encoder.encode("\r\n"),
  ]);
  return {
    contentType: `multipart/form-data; boundary=${boundary}`,
    content: joined([...pieces, encoder.encode(`--${boundary}--\r\n`)]),
  };
}

function headOf({ name, fileName, mediaType }: BodyPart): string {
  const file = fileName === undefined ? "" : `; filename="${escaped(fileName)}"`;
  const type = mediaType === undefined ? "" : `\r\nContent-Type: ${mediaType}`;
  return `Content-Disposition: form-data; name="${escaped(name)}"${file}${type}`;
}

/** Escapes a name like browsers do. */
function escaped(name: string): string {
  return wellFormed(name).replaceAll('"', "%22").replaceAll("\r", "%0D").replaceAll("\n", "%0A");
}

/** Returns the first numbered boundary that occurs in no content. */
function freeBoundary(contents: readonly Uint8Array[]): string {
  const mark = "ptc-part-boundary-";
  const used = new Set(contents.flatMap((content) => numbersBehind(content, mark)));
  let number = 1;
  while (used.has(number)) number += 1;
  return mark + String(number);
}

/**
 * Returns the numbers after `mark` in `content`, to search the content only once. Each prefix of a
 * number also counts, because a boundary matches there too.
 */
function numbersBehind(content: Uint8Array, mark: string): readonly number[] {
  const numbers: number[] = [];
  const bytes = new TextEncoder().encode(mark);
  const first = bytes[0] ?? 0;
  for (let at = content.indexOf(first); at >= 0; at = content.indexOf(first, at + 1)) {
    if (!bytes.every((byte, index) => content[at + index] === byte)) continue;
    let number = 0;
    for (let next = at + bytes.length; next < at + bytes.length + 9; next++) {
      const digit = (content[next] ?? 0) - 48;
      if (digit < 0 || digit > 9) break;
      numbers.push((number = number * 10 + digit));
    }
  }
  return numbers;
}

function joined(pieces: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(pieces.reduce((length, piece) => length + piece.length, 0));
  let at = 0;
  for (const piece of pieces) {
    whole.set(piece, at);
    at += piece.length;
  }
  return whole;
}

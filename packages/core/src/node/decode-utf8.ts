// Decodes UTF-8 to text. Rejects invalid bytes with their position instead of replacing them.

/** The result of decoding: the text, or the reason why it is invalid. */
export type DecodedText =
  { readonly ok: true; readonly text: string } | { readonly ok: false; readonly message: string };

/**
 * Returns the text without its byte-order mark. The message of an error has the offset of the byte,
 * from 0, its line and its value.
 */
export function decodeUtf8(bytes: Uint8Array): DecodedText {
  try {
    return { ok: true, text: new TextDecoder("utf-8", { fatal: true }).decode(bytes) };
  } catch (error) {
    if (bytes.length > maximumTextBytes)
      return { ok: false, message: `too large: more than ${String(maximumTextBytes)} bytes` };
    // The host also rejects valid text above its maximum string length.
    const offset = invalidOffset(bytes);
    if (offset === undefined) throw error;
    const line =
      1 + bytes.subarray(0, offset).reduce((lines, byte) => lines + (byte === 0x0a ? 1 : 0), 0);
    return {
      ok: false,
      message: `invalid UTF-8 in line ${String(line)}, at byte ${String(offset)} (${byteName(bytes[offset])})`,
    };
  }
}

/** Every host supports strings of this length. */
const maximumTextBytes = 500_000_000;

// Matches one run of ASCII or one longer character; see table 3-7 of the Unicode standard.
const sequence =
  // eslint-disable-next-line no-control-regex -- the text has one Latin-1 character for each byte
  /[\x00-\x7f]{1,1000}|[\xc2-\xdf][\x80-\xbf]|\xe0[\xa0-\xbf][\x80-\xbf]|\xed[\x80-\x9f][\x80-\xbf]|[\xe1-\xec\xee\xef][\x80-\xbf]{2}|\xf0[\x90-\xbf][\x80-\xbf]{2}|\xf4[\x80-\x8f][\x80-\xbf]{2}|[\xf1-\xf3][\x80-\xbf]{3}/y;

/** Returns the offset of the first invalid sequence. */
function invalidOffset(bytes: Uint8Array): number | undefined {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString("latin1");
  sequence.lastIndex = 0;
  let offset = 0;
  while (offset < text.length) {
    if (!sequence.test(text)) return offset;
    offset = sequence.lastIndex;
  }
  return undefined;
}

function byteName(byte: number | undefined): string {
  return `0x${(byte ?? 0).toString(16).padStart(2, "0")}`;
}

// Decodes bytes to text. What is not UTF-8 is refused with its place, and not replaced.

export type DecodedText =
  { readonly ok: true; readonly text: string } | { readonly ok: false; readonly message: string };

/**
 * The text without its byte-order mark. The message of an error names the byte (from 0), the line,
 * and what stands there.
 */
export function decodeUtf8(bytes: Uint8Array): DecodedText {
  try {
    return { ok: true, text: new TextDecoder("utf-8", { fatal: true }).decode(bytes) };
  } catch (error) {
    if (bytes.length > maximumTextBytes)
      return { ok: false, message: `too large: more than ${String(maximumTextBytes)} bytes` };
    // The host also refuses valid text that is longer than its strings can be.
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

/** The length of text that every host can hold. */
const maximumTextBytes = 500_000_000;

// Matches one run of ASCII or one longer character; see table 3-7 of the Unicode standard.
const sequence =
  // eslint-disable-next-line no-control-regex -- bytes are searched here, as characters of Latin-1
  /[\x00-\x7f]{1,1000}|[\xc2-\xdf][\x80-\xbf]|\xe0[\xa0-\xbf][\x80-\xbf]|\xed[\x80-\x9f][\x80-\xbf]|[\xe1-\xec\xee\xef][\x80-\xbf]{2}|\xf0[\x90-\xbf][\x80-\xbf]{2}|\xf4[\x80-\x8f][\x80-\xbf]{2}|[\xf1-\xf3][\x80-\xbf]{3}/y;

/** The offset of the first sequence that is not UTF-8. */
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

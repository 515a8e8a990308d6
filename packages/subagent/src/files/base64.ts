// Base64 (RFC 4648, with padding and without line breaks), the encoding of files in JSON.

/**
 * Returns the position, from 1, of the first character that is not valid base64. Returns 0 for
 * valid base64.
 */
export function wrongBase64At(text: string): number {
  const data = text.replace(/={1,2}$/, "");
  const wrong = /[^A-Za-z0-9+/]/.exec(data);
  if (wrong !== null) return wrong.index + 1;
  return text.length % 4 === 0 ? 0 : text.length + 1;
}

/** Returns the number of bytes that a base64 text encodes. */
export function base64Size(text: string): number {
  return (text.length / 4) * 3 - (text.endsWith("==") ? 2 : text.endsWith("=") ? 1 : 0);
}

/** Decodes a base64 text. */
export function base64Bytes(text: string): Uint8Array<ArrayBuffer> {
  const units = atob(text);
  const bytes = new Uint8Array(units.length);
  for (let index = 0; index < units.length; index++) bytes[index] = units.charCodeAt(index);
  return bytes;
}

/**
 * The bytes encoded at once. A multiple of three, so the pieces have no padding inside the text.
 */
const bytesAtOnce = 3 * 8_192;

export function base64Text(bytes: Uint8Array): string {
  let text = "";
  for (let at = 0; at < bytes.length; at += bytesAtOnce)
    text += btoa(String.fromCharCode(...bytes.subarray(at, at + bytesAtOnce)));
  return text;
}

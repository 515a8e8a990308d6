// Base64 (RFC 4648, with padding and without line breaks), which is how files stand in JSON.

/** The place of the first character, from 1, where a text is no base64; 0 where it is. */
export function wrongBase64At(text: string): number {
  const data = text.replace(/={1,2}$/, "");
  const wrong = /[^A-Za-z0-9+/]/.exec(data);
  if (wrong !== null) return wrong.index + 1;
  return text.length % 4 === 0 ? 0 : text.length + 1;
}

/** How many bytes a text that is base64 stands for. */
export function base64Size(text: string): number {
  return (text.length / 4) * 3 - (text.endsWith("==") ? 2 : text.endsWith("=") ? 1 : 0);
}

/** The bytes of a text that is base64. */
export function base64Bytes(text: string): Uint8Array<ArrayBuffer> {
  const units = atob(text);
  const bytes = new Uint8Array(units.length);
  for (let index = 0; index < units.length; index++) bytes[index] = units.charCodeAt(index);
  return bytes;
}

/** So many bytes become a text at once; it has no padding within the whole. */
const bytesAtOnce = 3 * 8_192;

export function base64Text(bytes: Uint8Array): string {
  let text = "";
  for (let at = 0; at < bytes.length; at += bytesAtOnce)
    text += btoa(String.fromCharCode(...bytes.subarray(at, at + bytesAtOnce)));
  return text;
}

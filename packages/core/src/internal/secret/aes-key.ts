// Keys of AES-256-GCM from secrets of any length, and base64 of large texts.

/** Not every host has a type for it. */
export type WebKey = Awaited<ReturnType<typeof crypto.subtle.importKey>>;

/** In bytes. */
export const shortestSecret = 16;

/** Returns the bytes of a secret; undefined if it isn't one or is too short to be safe. */
export function secretBytes(given: unknown): Uint8Array<ArrayBuffer> | undefined {
  // A copy: Web Crypto refuses bytes whose buffer is shared, and the caller may overwrite its own.
  const bytes =
    typeof given === "string"
      ? utf8Of(given)
      : given instanceof Uint8Array
        ? new Uint8Array(given)
        : undefined;
  return bytes === undefined || bytes.length < shortestSecret ? undefined : bytes;
}

/** Returns the key that a secret makes. The same in every release. */
export async function aesKey(secret: Uint8Array<ArrayBuffer>): Promise<WebKey> {
  const hash = await crypto.subtle.digest("SHA-256", secret);
  return crypto.subtle.importKey("raw", hash, "AES-GCM", false, ["encrypt", "decrypt"]);
}

const digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

/** Works on bytes: `btoa` needs a text of them, which takes 14 seconds for 75 MB instead of one. */
export function base64Of(bytes: Uint8Array): string {
  const codes = utf8Of(digits);
  const digit = (bits: number): number => codes[bits & 63] ?? 0;
  const written = new Uint8Array(Math.ceil(bytes.length / 3) * 4).fill(padding);
  for (let from = 0, to = 0; from < bytes.length; from += 3, to += 4) {
    const second = bytes[from + 1];
    const third = bytes[from + 2];
    const bits = ((bytes[from] ?? 0) << 16) | ((second ?? 0) << 8) | (third ?? 0);
    written[to] = digit(bits >> 18);
    written[to + 1] = digit(bits >> 12);
    if (second !== undefined) written[to + 2] = digit(bits >> 6);
    if (third !== undefined) written[to + 3] = digit(bits);
  }
  return new TextDecoder().decode(written);
}

/** "=" */
const padding = 0x3d;

/**
 * Returns the bytes that a text in base64 has.
 * @throws DOMException for another text
 */
export function bytesOfBase64(text: string): Uint8Array<ArrayBuffer> {
  const binary = atob(text);
  const bytes = new Uint8Array(binary.length);
  for (let index = 0; index < binary.length; index++) bytes[index] = binary.charCodeAt(index);
  return bytes;
}

/** The encoder is made here, because importing this module must do no work. */
export function utf8Of(text: string): Uint8Array<ArrayBuffer> {
  return new TextEncoder().encode(text);
}

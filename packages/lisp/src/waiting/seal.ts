// Signs, encrypts and digests parts of a checkpoint with Web Crypto.

import { OptionError } from "@ptc/core/errors";
import type { Json } from "@ptc/core/encoding";
import {
  aesKey,
  base64Of,
  bytesOfBase64,
  secretBytes,
  shortestSecret,
  utf8Of,
  type WebKey,
} from "@ptc/core/internal/secret";
import { maximumDataDepth } from "@ptc/core/values";

/** The levels of the JSON of a checkpoint: each level of a value has up to three levels of tags. */
export const mostLevels = 4 * maximumDataDepth;

/** @throws OptionError */
export function checkedSecret(option: string, given: unknown): Uint8Array | undefined {
  if (given === undefined) return undefined;
  const bytes = secretBytes(given);
  if (bytes === undefined)
    throw new OptionError(option, `expected a secret of at least ${String(shortestSecret)} bytes`);
  return bytes;
}

/** @throws OptionError on a host without Web Crypto */
export function assertWebCrypto(): void {
  const { crypto: given } = globalThis as { readonly crypto?: { readonly subtle?: object } };
  if (given?.subtle === undefined)
    throw new OptionError(
      "tools",
      "calls that wait need Web Crypto (crypto.subtle): browsers have it on https pages only",
    );
}

/** Returns 32 hexadecimal digits that can't be guessed. */
export function newSalt(): string {
  return hexOf(crypto.getRandomValues(new Uint8Array(16)));
}

/** Returns the digests of a checkpoint, with the caller's key or the salt of the checkpoint. */
export function digestsOf(key: Uint8Array | undefined, salt: string | undefined): Digests {
  return new Digests(key ?? utf8Of(salt ?? ""));
}

/** Computes keyed digests (HMAC-SHA-256), so that small values can't be guessed without the key. */
export class Digests {
  private readonly key: () => Promise<WebKey>;

  constructor(secret: Uint8Array) {
    const algorithm = { name: "HMAC", hash: "SHA-256" };
    this.key = onFirstUse(() =>
      crypto.subtle.importKey("raw", bytesOf(secret), algorithm, false, ["sign", "verify"]),
    );
  }

  /** Returns 64 hexadecimal digits. */
  async of(text: string): Promise<string> {
    return hexOf(new Uint8Array(await crypto.subtle.sign("HMAC", await this.key(), utf8Of(text))));
  }

  /** Compares in constant time. */
  async fits(text: string, digest: string): Promise<boolean> {
    if (!/^[0-9a-f]{64}$/.test(digest)) return false;
    const given = Uint8Array.from(digest.match(/../g) ?? [], (digits) => parseInt(digits, 16));
    return crypto.subtle.verify("HMAC", await this.key(), given, utf8Of(text));
  }
}

const ivLength = 12;

/** Encrypts texts (AES-256-GCM). */
export class Cipher {
  private readonly key: () => Promise<WebKey>;

  constructor(secret: Uint8Array) {
    this.key = onFirstUse(() => aesKey(bytesOf(secret)));
  }

  /** Returns base64: the initialization vector and the encrypted text. */
  async encrypted(text: string): Promise<string> {
    const iv = crypto.getRandomValues(new Uint8Array(ivLength));
    const encrypted = new Uint8Array(
      await crypto.subtle.encrypt({ name: "AES-GCM", iv }, await this.key(), utf8Of(text)),
    );
    const all = new Uint8Array(ivLength + encrypted.length);
    all.set(iv);
    all.set(encrypted, ivLength);
    return base64Of(all);
  }

  /** Returns the text, or undefined if the key is wrong or the text was changed. */
  async decrypted(base64: string): Promise<string | undefined> {
    try {
      const all = bytesOfBase64(base64);
      const iv = all.subarray(0, ivLength);
      const decrypted = await crypto.subtle.decrypt(
        { name: "AES-GCM", iv },
        await this.key(),
        all.subarray(ivLength),
      );
      return new TextDecoder().decode(decrypted);
    } catch {
      return undefined;
    }
  }
}

/**
 * Returns JSON with sorted names, so it is equal for equal data, whatever a store did to the order.
 * @throws RangeError for data that is nested too deep
 */
export function canonicalJson(json: Json, depth = 0): string {
  if (depth > mostLevels) throw new RangeError("the data is nested too deep");
  if (typeof json !== "object" || json === null) return JSON.stringify(json);
  if (isList(json)) return `[${json.map((item) => canonicalJson(item, depth + 1)).join(",")}]`;
  return `{${Object.keys(json)
    .sort()
    .map((name) => `${JSON.stringify(name)}:${canonicalJson(json[name] ?? null, depth + 1)}`)
    .join(",")}}`;
}

function isList(json: Json): json is readonly Json[] {
  return Array.isArray(json);
}

/** Returns a function that makes a promise once. An unused key can't reject then. */
function onFirstUse<Made>(make: () => Promise<Made>): () => Promise<Made> {
  let made: Promise<Made> | undefined;
  return () => (made ??= make());
}

/** Copies bytes whose buffer may be shared, which Web Crypto refuses. */
function bytesOf(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  return new Uint8Array(bytes);
}

function hexOf(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

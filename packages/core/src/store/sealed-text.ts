// The encrypted texts of a store (AES-256-GCM). Each is bound to its record, its role and its
// place, which are authenticated:
//
//   {"sealed":1,"key":"2026-01","role":"entry","at":[3,0,2],"data":"base64 of nonce, text and tag"}
//                                                    │ │ └ texts of that change
//                                                    │ └ its number in the change
//                                                    └ the version that the change made
//
// Every change of a record has at least one text, so the places of a record have no gaps.

import {
  aesKey,
  base64Of,
  bytesOfBase64,
  secretBytes,
  shortestSecret,
  utf8Of,
  type WebKey,
} from "../internal/secret/index.ts";
import { OptionError } from "../errors/index.ts";
import { keyText } from "./record-checks.ts";
import type { RecordKey } from "./run-store.ts";
import { StoreError } from "./store-error.ts";
import { quoted } from "./store-texts.ts";

/** A key of the host, and the name by which stored texts refer to it. */
export interface StoreKey {
  /** 1 to 100 characters, such as `2026-01`. It is stored in clear. */
  readonly id: string;
  /** A secret of at least 16 bytes; 32 random bytes are best. A text is used as UTF-8. */
  readonly key: string | Uint8Array;
}

/** The keys of an encrypted store. */
export interface StoreKeys {
  /** Encrypts. */
  readonly current: StoreKey;
  /** Decrypt what they encrypted before. */
  readonly previous?: readonly StoreKey[];
}

/**
 * The role of a text: `none` is the snapshot of a record without one, and `mark` the entry of a
 * change without texts.
 */
export type SealedRole = "snapshot" | "none" | "entry" | "mark";

/** The version that a change made, the number of the text in it, and their count. */
export type SealedPlace = readonly [version: number, index: number, count: number];

/** An encrypted text as it is stored. */
export interface SealedText {
  readonly keyId: string;
  readonly role: SealedRole;
  readonly place: SealedPlace;
  readonly data: string;
}

const format = 1;
const nonceBytes = 12;
const longestId = 100;

/** Encrypts and decrypts the texts of a store with the keys of the host. */
export class Sealer {
  readonly currentId: string;
  private readonly store: string;
  private readonly keys = new Map<string, () => Promise<WebKey>>();

  /** @throws OptionError */
  constructor(store: string, { current, previous = [] }: StoreKeys) {
    this.store = store;
    this.currentId = current.id;
    for (const [index, key] of [current, ...previous].entries())
      this.add(index === 0 ? "current" : `previous[${String(index - 1)}]`, key);
  }

  async sealed(
    record: RecordKey,
    role: SealedRole,
    place: SealedPlace,
    text: string,
  ): Promise<string> {
    const iv = crypto.getRandomValues(new Uint8Array(nonceBytes));
    const additionalData = additionalOf(record, role, place);
    const key = await this.keyOf(record, this.currentId);
    const encrypted = new Uint8Array(
      await crypto.subtle.encrypt({ name: "AES-GCM", iv, additionalData }, key, utf8Of(text)),
    );
    const all = new Uint8Array(nonceBytes + encrypted.length);
    all.set(iv);
    all.set(encrypted, nonceBytes);
    const fields = { sealed: format, key: this.currentId, role, at: place, data: base64Of(all) };
    return JSON.stringify(fields);
  }

  /** @throws StoreError `key` */
  async opened(record: RecordKey, { keyId, role, place, data }: SealedText): Promise<string> {
    const key = await this.keyOf(record, keyId);
    const additionalData = additionalOf(record, role, place);
    try {
      const all = bytesOfBase64(data);
      const iv = all.subarray(0, nonceBytes);
      const encrypted = all.subarray(nonceBytes);
      return new TextDecoder("utf-8", { ignoreBOM: true }).decode(
        await crypto.subtle.decrypt({ name: "AES-GCM", iv, additionalData }, key, encrypted),
      );
    } catch {
      throw this.wrong(
        "key",
        record,
        `a text can't be decrypted with the key ${quoted(keyId)}: the key is another one of that id, or the text was changed or moved`,
      );
    }
  }

  /** Returns an error about a record, as StoreError. */
  wrong(problem: "key" | "damaged", { kind, id }: RecordKey, message: string): StoreError {
    return new StoreError(problem, `${this.store}: ${kind} ${quoted(id)}: ${message}`);
  }

  private keyOf(record: RecordKey, keyId: string): Promise<WebKey> {
    const key = this.keys.get(keyId);
    if (key !== undefined) return key();
    throw this.wrong(
      "key",
      record,
      `it is encrypted with the key ${quoted(keyId)}, which isn't one of the given keys: pass it in \`previous\``,
    );
  }

  private add(option: string, { id, key }: StoreKey): void {
    if (typeof (id as unknown) !== "string" || id === "" || id.length > longestId)
      throw new OptionError(`${option}.id`, "expected a text of 1 to 100 characters");
    if (this.keys.has(id))
      throw new OptionError(`${option}.id`, `two keys have the id ${quoted(id)}: rename one`);
    const secret = secretBytes(key);
    if (secret === undefined)
      throw new OptionError(
        `${option}.key`,
        `expected a secret of at least ${String(shortestSecret)} bytes`,
      );
    let made: Promise<WebKey> | undefined;
    this.keys.set(id, () => (made ??= aesKey(secret)));
  }
}

/** Reads the fields of a stored text. Undefined if it isn't encrypted. */
export function sealedText(stored: string): SealedText | undefined {
  if (!stored.startsWith('{"sealed":')) return undefined;
  try {
    const { sealed, key, role, at, data } = JSON.parse(stored) as Readonly<Record<string, unknown>>;
    return sealed === format &&
      typeof key === "string" &&
      isRole(role) &&
      isPlace(at) &&
      typeof data === "string"
      ? { keyId: key, role, place: at, data }
      : undefined;
  } catch {
    return undefined;
  }
}

const roles: readonly SealedRole[] = ["snapshot", "none", "entry", "mark"];

function isRole(value: unknown): value is SealedRole {
  return (roles as readonly unknown[]).includes(value);
}

function isPlace(value: unknown): value is SealedPlace {
  return Array.isArray(value) && value.length === 3 && value.every(Number.isSafeInteger);
}

function additionalOf(
  record: RecordKey,
  role: SealedRole,
  place: SealedPlace,
): Uint8Array<ArrayBuffer> {
  return utf8Of(JSON.stringify(["ptc-store", format, keyText(record), role, ...place]));
}

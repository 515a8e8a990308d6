// Stores the bytes of the files in the messages of a step and its child steps, each once. A file is
// part of every request of a mission, so messages refer to it by its digest.

import { DecodingError } from "@ptc/core/decoding";
import { base64Bytes, base64Text, wrongBase64At } from "../files/base64.ts";
import { digestOf } from "../files/context-file.ts";

/** Base64 by digest. */
export type FilesJson = readonly (readonly [digest: string, base64: string])[];

/** Collects the files for `stepToJson`. */
export class FileTable {
  private readonly texts = new Map<string, string>();

  /**
   * Stores the bytes and returns their digest, computed if it is unknown. Data that is neither
   * bytes nor base64, which a hand-made step may have, is not stored.
   */
  add(data: Uint8Array | string | undefined, known: string | undefined): string | undefined {
    if (known !== undefined && this.texts.has(known)) return known;
    const text = data instanceof Uint8Array ? base64Text(data) : data;
    if (typeof text !== "string" || wrongBase64At(text) > 0) return known;
    const digest = known ?? digestOf(base64Bytes(text));
    this.texts.set(digest, text);
    return digest;
  }

  get json(): [string, string][] {
    return [...this.texts];
  }
}

export type FilesByDigest = ReadonlyMap<string, Uint8Array>;

/** @throws DecodingError for invalid base64, or bytes that don't match their digest */
export function filesOf(json: FilesJson): FilesByDigest {
  return new Map(
    json.map(([digest, text], index): [string, Uint8Array] => {
      const path = `files[${String(index)}]`;
      if (wrongBase64At(text) > 0) throw new DecodingError(path, "expected base64");
      const bytes = base64Bytes(text);
      if (digestOf(bytes) !== digest)
        throw new DecodingError(path, "the bytes don't match the digest");
      return [digest, bytes];
    }),
  );
}

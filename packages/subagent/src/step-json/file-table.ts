// The bytes of the files in the messages of a step, and of the steps below it, each once: a file
// stands in every request of a mission, and messages refer to it by its digest.

import { DecodingError } from "@ptc/core/decoding";
import { base64Bytes, base64Text, wrongBase64At } from "../files/base64.ts";
import { digestOf } from "../files/context-file.ts";

/** Base64 by digest. */
export type FilesJson = readonly (readonly [digest: string, base64: string])[];

/** Collects what `stepToJson` writes. */
export class FileTable {
  private readonly texts = new Map<string, string>();

  /**
   * Keeps the bytes; answers their digest, which is worked out where it is not known. What is
   * neither bytes nor base64, as a step made by hand may have it, is not kept.
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

/** @throws DecodingError for what is no base64, or is not what its digest says */
export function filesOf(json: FilesJson): FilesByDigest {
  return new Map(
    json.map(([digest, text], index): [string, Uint8Array] => {
      const path = `files[${String(index)}]`;
      if (wrongBase64At(text) > 0) throw new DecodingError(path, "expected base64");
      const bytes = base64Bytes(text);
      if (digestOf(bytes) !== digest)
        throw new DecodingError(path, "these are not the bytes that the digest stands for");
      return [digest, bytes];
    }),
  );
}

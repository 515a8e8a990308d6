// A host file: an image, a PDF or any other bytes, or the URL of one. It is host data with a few
// descriptive fields. Models and the host can read the content; programs see only the fields.

import { HostMap } from "./host-map.ts";
import type { Value } from "./value.ts";

/**
 * The fields that programs see of a file. They are spelled so that `:media-type` finds them too.
 */
export interface FileFields {
  /** The name that the host gave. Absent if it gave none. */
  readonly name?: string;
  /** A media type in lowercase, such as `image/png`. */
  readonly media_type: string;
  /** Absent for a file given as a URL. */
  readonly size_bytes?: number;
  /**
   * The first 32 hexadecimal digits of the SHA-256 of the bytes, so the same bytes have the same
   * digest. For a file given as a URL, the digest of the URL.
   */
  readonly digest: string;
}

/** The bytes, or base64 of them, or a URL. */
export type FileContent =
  { readonly data: Uint8Array<ArrayBuffer> | string } | { readonly url: string };

/** A file. Only host code can create one; a map with the same fields is not a file. */
export class HostFile implements FileFields {
  declare readonly name?: string;
  declare readonly media_type: string;
  declare readonly size_bytes?: number;
  declare readonly digest: string;
  readonly #content: FileContent | undefined;

  /** `content` is undefined if only the fields of the file were stored. */
  constructor(fields: FileFields, content?: FileContent) {
    Object.assign(this, fields);
    this.#content = content;
    Object.freeze(this);
  }

  /** A method instead of a field, so code that walks data doesn't find it. */
  content(): FileContent | undefined {
    return this.#content;
  }

  /** True if the constructor created `value`. False for look-alikes and proxies of files. */
  static is(value: unknown): value is HostFile {
    return typeof value === "object" && value !== null && #content in value;
  }
}

/** Returns the file that a program sees as `value`, or undefined for any other value. */
export function hostFileOf(value: Value): HostFile | undefined {
  return value instanceof HostMap && HostFile.is(value.source) ? value.source : undefined;
}

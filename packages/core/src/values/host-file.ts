// A file of the host: an image, a PDF, or any other bytes, or where they are to be had. It is data
// of the host with a few fields that tell of it. What stands in the file is for models and for the
// host; programs see the fields.

import { HostMap } from "./host-map.ts";
import type { Value } from "./value.ts";

/** What programs see of a file. The names are spelled so that `:media-type` finds them too. */
export interface FileFields {
  /** As the host gave it; absent where it gave none. */
  readonly name?: string;
  /** A media type in small letters, such as `image/png`. */
  readonly media_type: string;
  /** Absent for a file that is given as a URL. */
  readonly size_bytes?: number;
  /**
   * 32 hexadecimal digits, the same for the same bytes: the beginning of their SHA-256. Of a file
   * that is given as a URL it is that of the URL.
   */
  readonly digest: string;
}

/** The bytes, or base64 of them, or a URL. */
export type FileContent =
  { readonly data: Uint8Array<ArrayBuffer> | string } | { readonly url: string };

/** A file. Only code of the host can make one; a map of the same fields is none. */
export class HostFile implements FileFields {
  declare readonly name?: string;
  declare readonly media_type: string;
  declare readonly size_bytes?: number;
  declare readonly digest: string;
  readonly #content: FileContent | undefined;

  /** `content` is undefined for a file of which only the fields were kept. */
  constructor(fields: FileFields, content?: FileContent) {
    Object.assign(this, fields);
    this.#content = content;
    Object.freeze(this);
  }

  /** A method and no field, so that nothing that walks data comes upon it. */
  content(): FileContent | undefined {
    return this.#content;
  }

  /** Whether the constructor made `value`: no look-alike passes, and no proxy of a file. */
  static is(value: unknown): value is HostFile {
    return typeof value === "object" && value !== null && #content in value;
  }
}

/** The file that a program sees as `value`; undefined for every other value. */
export function hostFileOf(value: Value): HostFile | undefined {
  return value instanceof HostMap && HostFile.is(value.source) ? value.source : undefined;
}

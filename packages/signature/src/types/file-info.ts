// What the compiler knows of `:file`. It is `FileFields` of `@ptc/core/values` once more: an import
// of that would have the compiler read all of the value model for each signature.

/** What a program sees of a file: all but its bytes. */
export interface FileFields {
  readonly name?: string;
  readonly media_type: string;
  readonly size_bytes?: number;
  readonly digest: string;
}

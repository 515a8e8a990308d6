// The compile-time type of `:file`. It repeats `FileFields` of `@ptc/core/values`, because
// importing that would make the compiler read the whole value model for each signature.

/** The fields of a file that a program sees: all but its bytes. */
export interface FileFields {
  readonly name?: string;
  readonly media_type: string;
  readonly size_bytes?: number;
  readonly digest: string;
}

// The type of `:file`. It repeats `FileFields` of `@ptc/core/values`, because an import of that
// module would make the compiler read the whole value model for each signature.

/** The fields of a file that programs see: everything except its content. */
export interface FileInfo {
  readonly name?: string;
  readonly media_type: string;
  readonly size_bytes?: number;
  readonly digest: string;
}

// An image, a document or another file that a user shows to the model.

interface FileOfMessage {
  readonly type: "file";
  /** The full media type in lower case, such as `image/png` or `application/pdf`. */
  readonly mediaType: string;
  /** The name of the file, for the model and for providers that require one. */
  readonly filename?: string;
  /** A stable key for the bytes or the URL, so that each file is uploaded only once. */
  readonly digest?: string;
}

/** A file, given as bytes, as base64 without line breaks, or as a URL that the provider fetches. */
export type FilePart = FileOfMessage &
  (
    | { readonly data: Uint8Array | string; readonly url?: never }
    | { readonly url: string; readonly data?: never }
  );

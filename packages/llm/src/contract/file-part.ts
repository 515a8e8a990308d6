// An image, a document or another file that a user shows to the model.

interface FileOfMessage {
  readonly type: "file";
  /** The full media type in small letters, such as `image/png` or `application/pdf`. */
  readonly mediaType: string;
  /** The name of the file, for providers that want one and for the model. */
  readonly filename?: string;
  /** The same text for the same bytes, or the same URL: a key for files that are uploaded once. */
  readonly digest?: string;
}

/**
 * A file by its bytes, as they are or in base64 without line breaks, or by a URL that the provider
 * fetches.
 */
export type FilePart = FileOfMessage &
  (
    | { readonly data: Uint8Array | string; readonly url?: never }
    | { readonly url: string; readonly data?: never }
  );

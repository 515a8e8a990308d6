// A part of a request that an adapter could not send.

/** A field of a request that the model doesn't support and the adapter omitted. */
export interface ModelWarning {
  /** The field of the request, such as `temperature`. */
  readonly option: string;
  readonly message: string;
}

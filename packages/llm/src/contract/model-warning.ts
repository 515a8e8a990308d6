// A part of a request that an adapter could not pass on.

/** A field of a request that the model does not know, and that was left out. */
export interface ModelWarning {
  /** The field of the request, such as `temperature`. */
  readonly option: string;
  readonly message: string;
}

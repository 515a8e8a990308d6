// A part of a request that an adapter could not pass on.

export interface ModelWarning {
  /** The field of the request, such as `temperature`. */
  readonly option: string;
  readonly message: string;
}

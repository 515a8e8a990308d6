// The error of apps and loaders for input that can't be used.

/** A file, a module or an argument can't be used. The message names it and says what to do. */
export class LoadError extends Error {
  override readonly name: string = "LoadError";
}

// Code that loads lazily: a process imports it at its first use, and reads it without waiting from
// then on, because a promise costs as much as a small program.

export class Lazy<Code extends object> {
  /** The code; `undefined` until it is loaded. Only `load` sets it. */
  loaded: Code | undefined;
  /** Loads the code. After a failed import, the next call imports it again. */
  readonly load: () => Promise<Code>;

  constructor(importCode: () => Promise<Code>) {
    this.load = async () => (this.loaded ??= await importCode());
  }

  /** Returns the result of `use`: at once if the code is loaded, otherwise a promise. */
  use<Made>(use: (code: Code) => Made | Promise<Made>): Made | Promise<Made> {
    return this.loaded ? use(this.loaded) : this.load().then(use);
  }
}

// Code that loads lazily: a process imports it at its first use, and reads it without waiting from
// then on, because a promise costs as much as a small program.

export class Lazy<Code> {
  private readonly importCode: () => Promise<Code>;
  private code: Code | undefined = undefined;

  constructor(importCode: () => Promise<Code>) {
    this.importCode = importCode;
  }

  /** The code; `undefined` until it is loaded. */
  get loaded(): Code | undefined {
    return this.code;
  }

  /** Loads the code. After a failed import, the next call imports it again. */
  async load(): Promise<Code> {
    return (this.code ??= await this.importCode());
  }

  /** Returns the result of `use`: at once if the code is loaded, otherwise a promise. */
  use<Made>(use: (code: Code) => Made): Made | Promise<Made> {
    return this.code === undefined ? this.load().then(use) : use(this.code);
  }
}

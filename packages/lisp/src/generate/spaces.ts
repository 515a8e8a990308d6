// The names under which generated code stores the slots of a function. The slots of an inlined
// function have other names than those of the function around it.

import type { CodeWriter } from "./writer.ts";

export abstract class Space {
  protected readonly writer: CodeWriter;

  constructor(writer: CodeWriter) {
    this.writer = writer;
  }

  /** Returns the name of a slot. */
  slot(index: number): string {
    return this.writer.declare(this.nameOf(index));
  }

  /** The expression of the running function. */
  abstract get self(): string;
  /** Returns the expression of a captured value. */
  abstract captured(index: number): string;
  /**
   * Returns an array of all slots, for code that is compiled to a closure. May write lines first.
   */
  abstract frame(): string;
  protected abstract nameOf(index: number): string;
}

/** The slots of a function, passed on in a new array. */
export class FunctionSpace extends Space {
  private readonly prefix: string;
  private readonly frameSize: number;
  private readonly captures: readonly string[] | undefined;

  /** `captures` are the names of the captured values of an inlined function. */
  constructor(writer: CodeWriter, frameSize: number, prefix = "s", captures?: readonly string[]) {
    super(writer);
    this.prefix = prefix;
    this.frameSize = frameSize;
    this.captures = captures;
  }

  get self(): string {
    return this.slot(0);
  }

  captured(index: number): string {
    const known = this.captures?.[index];
    return known ?? `${this.self}.captured[${String(index)}]`;
  }

  frame(): string {
    const names = [this.self];
    for (let index = 1; index < this.frameSize; index++) {
      const name = this.nameOf(index);
      names.push(this.writer.isDeclared(name) ? name : "null");
    }
    return `[${names.join(",")}]`;
  }

  protected nameOf(index: number): string {
    return `${this.prefix}${String(index)}`;
  }
}

/** The slots of a loop, which are in the frame `F` of the surrounding code. */
export class LoopSpace extends Space {
  private readonly used = new Set<number>();

  get self(): string {
    return "F[0]";
  }

  captured(index: number): string {
    return `F[0].captured[${String(index)}]`;
  }

  override slot(index: number): string {
    this.used.add(index);
    return super.slot(index);
  }

  frame(): string {
    this.store();
    return "F";
  }

  /** Writes all slots with a name back to the frame. */
  store(): void {
    for (const index of this.used) this.writer.line(`F[${String(index)}]=${this.nameOf(index)};`);
  }

  protected nameOf(index: number): string {
    return `s${String(index)}`;
  }
}

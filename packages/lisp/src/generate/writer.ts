// Collects the text of generated code: lines made of templates, numbered names, and finite numbers.
// Everything else that the code needs is a parameter, so the text never contains a part of the
// program.

/** Compiling longer code takes the host more time than the code saves. */
const longestText = 16_000;

/**
 * The maximum number of names in a function. Each one uses stack space of the host for every
 * active call, even in code that the host has not optimized.
 */
const mostNames = 48;

const mostParameters = 256;

export class CodeWriter {
  private readonly lines: string[] = [];
  private readonly names = new Set<string>();
  private readonly parameterNames = new Map<unknown, string>();
  private length = 0;
  private nextTemporary = 0;
  private nextNumber = 0;
  private isRefused = false;

  /** True if the code can't be generated, or doesn't pay. The written text is dropped. */
  get refused(): boolean {
    return this.isRefused;
  }

  refuse(): void {
    this.isRefused = true;
  }

  line(text: string): void {
    if (this.isRefused) return;
    this.length += text.length + 1;
    if (this.length > longestText) this.refuse();
    else this.lines.push(text);
  }

  /** Returns the name by which the code reads `value`. */
  parameter(value: unknown): string {
    let name = this.parameterNames.get(value);
    if (name === undefined) {
      name = `p${String(this.parameterNames.size)}`;
      this.parameterNames.set(value, name);
      if (this.parameterNames.size > mostParameters) this.refuse();
    }
    return name;
  }

  /** Declares `name`, which is nil until it is assigned. */
  declare(name: string): string {
    this.names.add(name);
    if (this.names.size > mostNames) this.refuse();
    return name;
  }

  isDeclared(name: string): boolean {
    return this.names.has(name);
  }

  /**
   * Returns a name for a temporary value. It is free again after `release` with the mark from
   * before.
   */
  temporary(): string {
    return this.declare(`t${String(this.nextTemporary++)}`);
  }

  get mark(): number {
    return this.nextTemporary;
  }

  release(mark: number): void {
    this.nextTemporary = mark;
  }

  /** Returns a unique number, for labels and the names of inlined functions. */
  number(): number {
    return this.nextNumber++;
  }

  get parameters(): readonly string[] {
    return [...this.parameterNames.values()];
  }

  get values(): readonly unknown[] {
    return [...this.parameterNames.keys()];
  }

  /** Returns the declarations of all names except those in `given`, followed by the lines. */
  body(given: ReadonlySet<string>): string {
    const declared = [...this.names].filter((name) => !given.has(name));
    const declaration =
      declared.length === 0 ? [] : [`let ${declared.map((name) => `${name}=null`).join(",")};`];
    return [...declaration, ...this.lines].join("\n");
  }
}

/** Returns the source of a finite number, or `undefined` for any other value. */
export function numberCode(value: unknown): string | undefined {
  if (typeof value !== "number" || !Number.isFinite(value)) return undefined;
  if (Object.is(value, -0)) return "(-0)";
  return value < 0 ? `(${String(value)})` : String(value);
}

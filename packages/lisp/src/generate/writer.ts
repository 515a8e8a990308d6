// The text of generated code while it is written: lines made of templates, names that are counted
// up, and finite numbers. Everything else that the code needs is a parameter, so nothing of a
// program's text ever stands in it.

/** Longer code is not worth what the host takes to compile it. */
const longestText = 16_000;

/**
 * How many names a function may have. Each takes a place on the host's stack for every call that is
 * under way, also in code that the host has not optimized.
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

  /** Set where the code cannot be generated, or is not worth it: what is written is dropped. */
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

  /** The name by which the code reads `value`. */
  parameter(value: unknown): string {
    let name = this.parameterNames.get(value);
    if (name === undefined) {
      name = `p${String(this.parameterNames.size)}`;
      this.parameterNames.set(value, name);
      if (this.parameterNames.size > mostParameters) this.refuse();
    }
    return name;
  }

  /** Declares `name`, which holds nil until something is written to it. */
  declare(name: string): string {
    this.names.add(name);
    if (this.names.size > mostNames) this.refuse();
    return name;
  }

  isDeclared(name: string): boolean {
    return this.names.has(name);
  }

  /** A name for a value on its way; free again after `release` with the mark from before. */
  temporary(): string {
    return this.declare(`t${String(this.nextTemporary++)}`);
  }

  get mark(): number {
    return this.nextTemporary;
  }

  release(mark: number): void {
    this.nextTemporary = mark;
  }

  /** A number that no other place has, for labels and the names of inlined functions. */
  number(): number {
    return this.nextNumber++;
  }

  get parameters(): readonly string[] {
    return [...this.parameterNames.values()];
  }

  get values(): readonly unknown[] {
    return [...this.parameterNames.keys()];
  }

  /** The declarations of all names but those in `given`, and the lines after them. */
  body(given: ReadonlySet<string>): string {
    const declared = [...this.names].filter((name) => !given.has(name));
    const declaration =
      declared.length === 0 ? [] : [`let ${declared.map((name) => `${name}=null`).join(",")};`];
    return [...declaration, ...this.lines].join("\n");
  }
}

/** How a finite number is written, `undefined` for any other. */
export function numberCode(value: unknown): string | undefined {
  if (typeof value !== "number" || !Number.isFinite(value)) return undefined;
  if (Object.is(value, -0)) return "(-0)";
  return value < 0 ? `(${String(value)})` : String(value);
}

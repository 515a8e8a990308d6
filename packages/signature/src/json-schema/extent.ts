// Counts the size of the type that a schema is converted to, with every name written out, and
// enforces the bounds of signature texts. Otherwise each definition that uses another one twice
// could double the size. Also bounds how much of the schema is read, because a large schema may
// have a small type.

import { maximumDepth, maximumTypes } from "../syntax/resolve.ts";

/** The maximum number of keys, elements and schemas to read. */
const maximumWork = 250_000;

export interface Extent {
  readonly depth: number;
  readonly types: number;
}

export class ExtentCount {
  /**
   * The levels around the current part, the deepest level so far, and the number of types so far.
   * They restart at zero inside a definition.
   */
  private depth = 0;
  private deepest = 0;
  private types = 0;
  /** The number of types in the definitions read so far. */
  private definedTypes = 0;
  private work = 0;

  /** True once a bound is exceeded. Reading on is useless then. */
  get isExhausted(): boolean {
    return this.types + this.definedTypes > maximumTypes || this.work > maximumWork;
  }

  /** Counts `parts` before they are read. Returns true if they may be read. */
  spend(parts: number): boolean {
    this.work += parts;
    return !this.isExhausted;
  }

  addType(): void {
    this.types += 1;
  }

  /**
   * Runs `read` one level deeper, inside a list or map. Returns `undefined` if that would be too
   * deep.
   */
  inside<Part>(read: () => Part): Part | undefined {
    if (this.depth >= maximumDepth) return undefined;
    this.depth += 1;
    this.deepest = Math.max(this.deepest, this.depth);
    const part = read();
    this.depth -= 1;
    return part;
  }

  /**
   * Measures a part that may be used several times, as if it were at the top level. Its types are
   * counted at each use; those of a definition are also counted once for the definition.
   */
  measured<Part>(
    read: () => Part,
    isDefinition: boolean,
  ): { readonly part: Part; readonly extent: Extent } {
    const { depth, deepest, types } = this;
    this.depth = 0;
    this.deepest = 0;
    this.types = 0;
    const part = read();
    const extent = { depth: this.deepest, types: this.types };
    if (isDefinition) this.definedTypes += this.types;
    this.depth = depth;
    this.deepest = deepest;
    this.types = types;
    return { part, extent };
  }

  /** Counts one use of a measured part. Returns false if it would be nested too deep here. */
  use({ depth, types }: Extent): boolean {
    if (this.depth + depth > maximumDepth) return false;
    this.deepest = Math.max(this.deepest, this.depth + depth);
    this.types += types;
    return true;
  }
}

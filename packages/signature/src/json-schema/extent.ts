// Counts how large the type is that a schema is read to, with every name written out, and keeps it
// within the bounds that the text of a signature has: definitions that use definitions twice double
// in size with each. It also bounds how much of the schema is looked at, since a large schema may
// have a small type.

import { maximumDepth, maximumTypes } from "../syntax/resolve.ts";

/** The number of keys, elements and schemas that are looked at. */
const maximumWork = 250_000;

export interface Extent {
  readonly depth: number;
  readonly types: number;
}

export class ExtentCount {
  /**
   * The levels around the part that is being read, the deepest level so far, and the number of
   * types so far. Inside a definition these start again from zero.
   */
  private depth = 0;
  private deepest = 0;
  private types = 0;
  /** The number of types in the definitions that were read. */
  private definedTypes = 0;
  private work = 0;

  /** Whether a bound is passed. Then it is useless to read on. */
  get isExhausted(): boolean {
    return this.types + this.definedTypes > maximumTypes || this.work > maximumWork;
  }

  /** Counts parts that are going to be looked at. Answers whether they may be. */
  spend(parts: number): boolean {
    this.work += parts;
    return !this.isExhausted;
  }

  addType(): void {
    this.types += 1;
  }

  /** Reads what stands inside a list or map; `undefined` when it would be nested too deep. */
  inside<Part>(read: () => Part): Part | undefined {
    if (this.depth >= maximumDepth) return undefined;
    this.depth += 1;
    this.deepest = Math.max(this.deepest, this.depth);
    const part = read();
    this.depth -= 1;
    return part;
  }

  /**
   * Reads a part that may be used in several places, as if it stood at the top. Its types are
   * counted at each use, and those of a definition once more.
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

  /** Counts one use of a part that was measured. Answers whether it fits there. */
  use({ depth, types }: Extent): boolean {
    if (this.depth + depth > maximumDepth) return false;
    this.deepest = Math.max(this.deepest, this.depth + depth);
    this.types += types;
    return true;
  }
}

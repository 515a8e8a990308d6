// How large the type is that is being read, names written out, within the bounds that a signature's
// text has: definitions of definitions would double with each. And how much of the schema was
// looked at, which a small type does not bound.

import { maximumDepth, maximumTypes } from "../syntax/resolve.ts";

/** Keys, elements and schemas of a schema that are looked at. */
const maximumWork = 250_000;

export interface Extent {
  readonly depth: number;
  readonly types: number;
}

export class ExtentCount {
  /**
   * Levels around the place at hand, the deepest of its parts, types so far; in a definition, of
   * that alone.
   */
  private depth = 0;
  private deepest = 0;
  private types = 0;
  /** Types in the definitions that are read. */
  private definedTypes = 0;
  private work = 0;

  /** Whether a bound is passed: what is read from here on is of no use. */
  get isExhausted(): boolean {
    return this.types + this.definedTypes > maximumTypes || this.work > maximumWork;
  }

  /** Whether parts may be looked at. */
  spend(parts: number): boolean {
    this.work += parts;
    return !this.isExhausted;
  }

  addType(): void {
    this.types += 1;
  }

  /** Reads what stands inside a list or map; `undefined` where it would be too deep. */
  inside<Part>(read: () => Part): Part | undefined {
    if (this.depth >= maximumDepth) return undefined;
    this.depth += 1;
    this.deepest = Math.max(this.deepest, this.depth);
    const part = read();
    this.depth -= 1;
    return part;
  }

  /**
   * Reads what will stand in several places, as if at the top. It counts where it is used, and once
   * itself if it is a definition.
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

  /** Counts a use of what was measured; whether it fits here. */
  use({ depth, types }: Extent): boolean {
    if (this.depth + depth > maximumDepth) return false;
    this.deepest = Math.max(this.deepest, this.depth + depth);
    this.types += types;
    return true;
  }
}

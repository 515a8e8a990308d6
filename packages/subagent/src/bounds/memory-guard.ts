// Checks that `def` values stay within the memory limit. Measures only changed definitions again.

import type { Fail } from "@ptc/core/contracts";
import type { Memory } from "@ptc/lisp";

export class MemoryGuard {
  private readonly limit: number;
  private readonly sizes = new Map<string, { readonly value: unknown; readonly bytes: number }>();

  constructor(limit: number) {
    this.limit = limit;
  }

  /**
   * Returns the failure of a memory that is too large, with the names of the largest definitions.
   * Returns undefined if it is within the limit.
   */
  check(memory: Memory): Fail | undefined {
    let total = 0;
    for (const name of memory.names()) total += this.sizeOf(memory, name);
    if (total <= this.limit) return undefined;
    const largest = [...memory.names()]
      .map((name) => ({ name, bytes: this.sizeOf(memory, name) }))
      .sort((left, right) => right.bytes - left.bytes)
      .slice(0, 3);
    const named = largest
      .map(
        ({ name, bytes }) =>
          `${name} (${bytes > this.limit ? `more than ${String(this.limit)}` : String(bytes)})`,
      )
      .join(", ");
    return {
      reason: "memory_exceeded",
      message: `the stored definitions take more than ${String(this.limit)} bytes; the largest: ${named} (option memoryLimitBytes)`,
      details: {
        kind: "memory_exceeded",
        hint: "keep only what later programs need: counts, relevant rows, relevant fields; (def name nil) removes a value",
        limit: { option: "memoryLimitBytes", value: this.limit, unit: "bytes" },
      },
    };
  }

  private sizeOf(memory: Memory, name: string): number {
    const value = memory.get(name);
    const known = this.sizes.get(name);
    // A later program may have computed more elements of a lazy sequence.
    const isKnown = known !== undefined && known.value === value;
    if (isKnown && memory.sequences === undefined) return known.bytes;
    const bytes = memory.sizeOf(name, this.limit) ?? this.limit + 1;
    this.sizes.set(name, { value, bytes });
    return bytes;
  }
}

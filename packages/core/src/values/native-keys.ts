// Collections of the host as hash tables. Hosts hash long texts by their length alone and large
// integers by their lowest 64 bits, so that many keys of one kind would be compared each with all
// others. Our own maps keep such keys out of native ones. Where the host itself must be handed
// them, the comparisons are counted.

import type { WorkMeter } from "./work-meter.ts";

/** Up to this length a host hashes the whole text. */
export const longestNativeText = 1_000;

/** The keys of native collections that one conversion makes. */
export class NativeKeys {
  private readonly meter: WorkMeter;
  /** How many keys share a hash: by their length, or by their lowest bits. */
  private readonly alike = new Map<number | bigint, number>();

  constructor(meter: WorkMeter) {
    this.meter = meter;
  }

  /** Tells the meter of the keys that a host compares `key` with. */
  add(key: unknown): void {
    if (typeof key === "string" && key.length > longestNativeText)
      this.compare(key.length, 1 + (key.length >>> 6));
    else if (typeof key === "bigint" && BigInt.asIntN(64, key) !== key)
      this.compare(BigInt.asUintN(64, key), 1);
  }

  private compare(hash: number | bigint, work: number): void {
    const others = this.alike.get(hash) ?? 0;
    this.alike.set(hash, others + 1);
    if (others > 0) this.meter.spend(others * work);
  }
}

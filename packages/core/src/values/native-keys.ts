// Host collections as hash tables. Hosts hash long texts by their length alone and large integers
// by their lowest 64 bits, so many keys of one kind would each be compared with all others. Our own
// maps keep such keys out of native collections. If the host itself must receive them, the
// comparisons are counted.

import type { WorkMeter } from "./work-meter.ts";

/** The maximum length up to which hosts hash the whole text. */
export const longestNativeText = 1_000;

/** The keys of all native collections that one conversion creates. */
export class NativeKeys {
  private readonly meter: WorkMeter;
  /** The number of keys per host hash: by their length, or by their lowest bits. */
  private readonly alike = new Map<number | bigint, number>();

  constructor(meter: WorkMeter) {
    this.meter = meter;
  }

  /** Charges the meter for the keys that a host compares with `key`. */
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

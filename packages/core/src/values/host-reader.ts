// The interface that a wrapped host collection needs from its crossing.

import type { FirewallOf } from "./firewall-of.ts";
import type { MapValue } from "./map-value.ts";
import type { WorkMeter } from "./work-meter.ts";

/** Converts host values to language values when they are read. */
export interface HostReader<T> {
  /** Receives the values read from firewalled fields. Undefined if they are not tracked. */
  readonly firewall?: FirewallOf<T> | undefined;
  fromHost(value: unknown): T;
  /** Returns the map for an object with accessors. Reads each accessor once. */
  convertOnce(source: object): MapValue<T>;
  /**
   * Receives the number of entries before they are copied. An error thrown here passes through
   * every conversion.
   */
  copies(entries: number): void;
  /**
   * Reports that something of `source` is lost, and why: its field or element `name`, or all of
   * it. An error thrown here passes through every conversion.
   */
  lose(problem: string, source: object | bigint, name?: string | number): void;
  /** Charged for keys that are hashed and compared while they are copied. */
  readonly work: WorkMeter;
  /**
   * Returns the field names of `source` as listed by `list`. Calls `list` only once for a large
   * object.
   */
  namesOf(source: object, list: (source: object) => readonly string[]): readonly string[];
}

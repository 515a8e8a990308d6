// What a wrapped collection of the host needs from the crossing that it came through.

import type { FirewallOf } from "./firewall-of.ts";
import type { MapValue } from "./map-value.ts";
import type { WorkMeter } from "./work-meter.ts";

/** Turns a value of the host into a language value when it is read. */
export interface HostReader<T> {
  /** Is told what is read out of firewalled fields; undefined where nobody wants to know. */
  readonly firewall?: FirewallOf<T> | undefined;
  fromHost(value: unknown): T;
  /** The map that stands for an object with accessors, each of which is read once. */
  convertOnce(source: object): MapValue<T>;
  /**
   * Is told the number of entries before they are copied. What this throws passes through every
   * conversion.
   */
  copies(entries: number): void;
  /**
   * Is told that something of `source` is lost, and why: of its field or element `name`, or of all
   * of it. What this throws passes through every conversion.
   */
  lose(problem: string, source: object, name?: string | number): void;
  /** Is told of keys that are hashed and compared while they are copied. */
  readonly work: WorkMeter;
  /**
   * The names of the fields of `source`, as `list` gives them; for a large object `list` is called
   * only once.
   */
  namesOf(source: object, list: (source: object) => readonly string[]): readonly string[];
}

// What a wrapped host collection needs from the crossing it came through.

import type { MapValue } from "./map-value.ts";

/** Turns a value of the host into a language value when it is read. */
export interface HostReader<T> {
  fromHost(value: unknown): T;
  /** The map that stands for an object with accessors, each of which is read once. */
  convertOnce(source: object): MapValue<T>;
  /**
   * Told of so many entries before they are copied; what it throws passes through every conversion.
   */
  copies(entries: number): void;
  /**
   * The names of the fields of `source`, as `list` lists them; those of large objects are listed
   * once.
   */
  namesOf(source: object, list: (source: object) => readonly string[]): readonly string[];
}

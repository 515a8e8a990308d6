// The interface between a firewall and the code that reads data. It is generic in the value type,
// because that type includes the collections that read host data.

/**
 * Decides which fields are firewalled, and receives their values. The `note…` methods must be
 * fast, because they are called whenever a program reads such a field.
 */
export interface FirewallOf<T> {
  /** True if a field of this name is firewalled. */
  hides(name: string): boolean;
  /**
   * Returns, for each field name of a map, whether it is firewalled, or `undefined` if no field
   * is.
   */
  hiddenAmong(names: readonly string[]): readonly boolean[] | undefined;
  /**
   * Notes that `value` was read from a firewalled field, or must be hidden like one. `source` is
   * the host's original, which identifies the value when it is read again.
   */
  note(value: T, source?: unknown): void;
  /** Notes that `value` may contain firewalled fields that no crossing will read. */
  noteWithin(value: T): void;
  /**
   * Notes that the elements of `vector` at these indexes come from firewalled fields. They are
   * hidden when the vector is shown, even if they are short.
   */
  noteElements(vector: object, indexes: ReadonlySet<number>): void;
  /** Notes that the keys of `map` come from firewalled fields. */
  noteKeys(map: object): void;
  /** Returns the indexes that `noteElements` received for `vector`. */
  hiddenElements(vector: object): ReadonlySet<number> | undefined;
  hidesKeys(map: object): boolean;
  /** True if the number was noted. */
  hidesNumber(value: number | bigint): boolean;
  /**
   * Returns positions of hidden texts in tagged JSON, or `undefined` without any. Journals and
   * memory store them beside the JSON.
   */
  hiddenParts?(json: unknown): unknown;
  /** Notes the texts at positions that `hiddenParts` returned. */
  noteParts?(json: unknown, parts: unknown): void;
}

// What a firewall has to do for those who read data. It is generic in the type of values, because
// the collections that read data of the host are a part of that type.

/**
 * Decides which fields are firewalled and is told what stands in them. Telling must cost little:
 * it happens whenever a program reads such a field.
 */
export interface FirewallOf<T> {
  /** Whether a field of this name is firewalled. */
  hides(name: string): boolean;
  /** Which of the fields of a map are; undefined where none is. */
  hiddenAmong(names: readonly string[]): readonly boolean[] | undefined;
  /**
   * `value` was read out of a firewalled field, or is hidden as one. `source` is what the host gave
   * for it, by which it is known when it is read again.
   */
  note(value: T, source?: unknown): void;
  /** `value` may hold firewalled fields that no crossing will read. */
  noteWithin(value: T): void;
  /**
   * The elements of `vector` at these indexes were taken out of firewalled fields: they are hidden
   * where the vector is shown, however short they are.
   */
  noteElements(vector: object, indexes: ReadonlySet<number>): void;
  /** The keys of `map` were taken out of firewalled fields. */
  noteKeys(map: object): void;
  /** The indexes of the elements that `noteElements` told of. */
  hiddenElements(vector: object): ReadonlySet<number> | undefined;
  hidesKeys(map: object): boolean;
  /** Whether a number is one that was noted. */
  hidesNumber(value: number | bigint): boolean;
}

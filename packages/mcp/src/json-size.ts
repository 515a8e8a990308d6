// Measures the size of a value from a peer, up to a bound. Clients usually pass parsed JSON, but a
// custom one may pass anything; cyclic values also stop at the bound.

export interface SizeBounds {
  /** Characters of texts and names; any other value counts as eight. */
  readonly characters: number;
  /** The maximum nesting of lists and maps. */
  readonly levels: number;
}

/** The size, or the name of the exceeded bound. */
export type JsonSize = number | "characters" | "levels";

const charactersOfValue = 8;

/** Returns the size of `value`. Takes linear time, at most up to the bound. */
export function jsonSize(value: unknown, bounds: SizeBounds): JsonSize {
  let characters = 0;
  let level: unknown[] = [value];
  for (let levels = 0; level.length > 0; levels++) {
    if (levels > bounds.levels) return "levels";
    const next: unknown[] = [];
    for (const item of level) {
      characters += charactersOfValue;
      if (typeof item === "string") characters += item.length;
      else if (Array.isArray(item)) {
        // A list may claim any length, and readers would visit that many elements.
        characters += charactersOfValue * item.length;
        if (characters > bounds.characters) return "characters";
        for (const element of item as readonly unknown[]) next.push(element);
      } else if (typeof item === "object" && item !== null)
        for (const [name, field] of Object.entries(item)) {
          characters += name.length;
          next.push(field);
        }
      if (characters > bounds.characters) return "characters";
    }
    level = next;
  }
  return characters;
}

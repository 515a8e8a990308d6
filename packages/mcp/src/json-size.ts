// How large a value is that a peer has sent, measured only as far as a bound. Clients hand over
// parsed JSON, but another one may hand over anything: what contains itself ends at the bound too.

export interface SizeBounds {
  /** Characters of texts and names; any other value counts as eight. */
  readonly characters: number;
  /** How many lists and maps may stand inside each other. */
  readonly levels: number;
}

/** The size, or which bound it passes. */
export type JsonSize = number | "characters" | "levels";

const charactersOfValue = 8;

/** Takes time in proportion to the size, at most to the bound. */
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
        // A list may claim any length, and has so many elements for whoever reads it.
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

// JSON as text that is equal for equal values: the fields of objects are sorted.

import { shortened } from "@ptc/core/internal/printing";
import type { Json } from "@ptc/core/encoding";

const longestShown = 300;

export const JSONText = {
  of(json: Json): string {
    return JSON.stringify(json, (_, value: unknown) =>
      typeof value === "object" && value !== null && !Array.isArray(value)
        ? Object.fromEntries(
            Object.entries(value).toSorted(([left], [right]) => (left < right ? -1 : 1)),
          )
        : value,
    );
  },

  /** Returns the text for a message. */
  shown(text: string): string {
    return shortened(text, longestShown);
  },
};

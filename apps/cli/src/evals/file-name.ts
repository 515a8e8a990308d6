// Names of files and folders for cases and variants, whose own names can have any characters.

import { fingerprint } from "@ptc/tracer/internal";

const longestName = 80;

/** Returns a name without path separators. Names that had to change end with a fingerprint. */
export function fileName(name: string): string {
  const safe = name.replace(/[^A-Za-z0-9_-]+/g, "-");
  if (safe === name && name.length <= longestName) return name;
  // eslint-disable-next-line texts/shortened-texts -- the fingerprint keeps the names apart
  return `${safe.slice(0, longestName)}-${fingerprint(name).slice(0, 6)}`;
}

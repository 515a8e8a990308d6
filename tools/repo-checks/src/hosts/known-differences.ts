// Programs that end differently in another host than in Node, for reasons of that host. Check
// "hosts" fails for a difference that is missing here, and for an entry that no longer differs.

import type { OtherHost } from "./other-hosts.ts";

export interface KnownDifference {
  readonly because: string;
  /** Names of programs. */
  readonly programs: readonly string[];
}

export const knownDifferences: Readonly<Record<OtherHost, readonly KnownDifference[]>> = {
  deno: [
    {
      because:
        "its V8 has another Unicode version: a few hundred characters differ in class or case",
      programs: [
        'U+80: (mapv count (re-seq #"\\p{Ll}+" data/s))',
        'U+600: (mapv count (re-seq #"\\p{L}+" data/s))',
        'U+600: (mapv count (re-seq #"\\p{Alphabetic}+" data/s))',
        'U+1000: (mapv count (re-seq #"\\p{M}+" data/s))',
        'U+1000: [(count (re-seq #"(?i)[a-zà-ÿα-ω]" data/s)) (count',
        'U+2000: (mapv count (re-seq #"\\p{S}+" data/s))',
        "U+a000: [(upper-case data/s) (lower-case data/s) (capitali",
        'U+a000: (mapv count (re-seq #"\\p{L}+" data/s))',
        'U+a000: (mapv count (re-seq #"\\p{Lu}+" data/s))',
        'U+a000: (mapv count (re-seq #"\\p{Ll}+" data/s))',
        'U+a000: (mapv count (re-seq #"\\p{Alphabetic}+" data/s))',
        'U+a000: [(count (re-seq #"(?i)[a-zà-ÿα-ω]" data/s)) (count',
        'U+fb00: (mapv count (re-seq #"\\p{S}+" data/s))',
        'U+10000: (mapv count (re-seq #"\\p{L}+" data/s))',
        'U+10000: (mapv count (re-seq #"\\p{P}+" data/s))',
        'U+10000: (mapv count (re-seq #"\\p{S}+" data/s))',
        'U+10000: (mapv count (re-seq #"\\p{M}+" data/s))',
        'U+10000: (mapv count (re-seq #"\\p{Alphabetic}+" data/s))',
        'U+10000: [(count (re-seq #"(?i)[a-zà-ÿα-ω]" data/s)) (count',
        'U+11000: (mapv count (re-seq #"\\p{L}+" data/s))',
        'U+11000: (mapv count (re-seq #"\\p{N}+" data/s))',
        'U+11000: (mapv count (re-seq #"\\p{M}+" data/s))',
        'U+11000: (mapv count (re-seq #"\\p{Alphabetic}+" data/s))',
        'U+11000: [(count (re-seq #"(?i)[a-zà-ÿα-ω]" data/s)) (count',
        "U+16a00: [(upper-case data/s) (lower-case data/s) (capitali",
        'U+16a00: (mapv count (re-seq #"\\p{L}+" data/s))',
        'U+16a00: (mapv count (re-seq #"\\p{Lu}+" data/s))',
        'U+16a00: (mapv count (re-seq #"\\p{Ll}+" data/s))',
        'U+16a00: (mapv count (re-seq #"\\p{N}+" data/s))',
        'U+16a00: (mapv count (re-seq #"\\p{Alphabetic}+" data/s))',
        'U+16a00: [(count (re-seq #"(?i)[a-zà-ÿα-ω]" data/s)) (count',
        'U+1c000: (mapv count (re-seq #"\\p{L}+" data/s))',
        'U+1c000: (mapv count (re-seq #"\\p{S}+" data/s))',
        'U+1c000: (mapv count (re-seq #"\\p{M}+" data/s))',
        'U+1c000: (mapv count (re-seq #"\\p{Alphabetic}+" data/s))',
        'U+1c000: [(count (re-seq #"(?i)[a-zà-ÿα-ω]" data/s)) (count',
        'U+1f000: (mapv count (re-seq #"\\p{S}+" data/s))',
      ],
    },
  ],
  bun: [
    {
      because: "JavaScriptCore words the error for a bigint in JSON differently",
      programs: ["tools 17"],
    },
  ],
  workerd: [],
};

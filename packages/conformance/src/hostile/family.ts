// The parts and the judge of a hostile case. A case is JSON: it is made in one process, judged in
// another, and shown if it violates a guarantee.
//
//   seed ─▶ make (payload) ── JSON ──▶ judge (in a child process) ─▶ the fault, or undefined

import type { Random } from "../fuzz/random.ts";
import type { Corpus } from "./corpus.ts";
import type { Ground } from "./ground.ts";

/** A family of attacks: the source of its data, and the entry points that it attacks. */
export interface Family {
  readonly name: string;
  /** The probability of choosing it, relative to the other families. */
  readonly share: number;
  readonly make: (random: Random, corpus: Corpus) => unknown;
  /** Returns the fault that the payload caused, or `undefined`. */
  readonly judge: (payload: unknown, ground: Ground) => Promise<string | undefined>;
}

/** One attack: the name of its family, and its payload. */
export type Case = readonly [family: string, payload: unknown];

/**
 * Defines a family. Only the family that made a payload knows its type, and the payload only
 * returns to that family.
 */
export function family<Payload>(
  name: string,
  share: number,
  make: (random: Random, corpus: Corpus) => Payload,
  judge: (payload: Payload, ground: Ground) => Promise<string | undefined>,
): Family {
  return { name, share, make, judge: (payload, ground) => judge(payload as Payload, ground) };
}

/** Returns a function that makes the cases determined by a seed. */
export function caseMaker(random: Random, corpus: Corpus, families: readonly Family[]): () => Case {
  const total = families.reduce((sum, { share }) => sum + share, 0);
  return () => {
    let place = random.fraction() * total;
    const chosen = families.find(({ share }) => (place -= share) < 0) ?? families[0];
    if (chosen === undefined) throw new Error("no family of attacks");
    return [chosen.name, chosen.make(random, corpus)];
  };
}

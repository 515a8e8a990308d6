// What hostile cases are made of and judged by. A case is JSON: it is made in one process, judged
// in another, and shown when it breaks a promise.
//
//   seed ─▶ make (payload) ── JSON ──▶ judge (in a child process) ─▶ what is wrong, or nothing

import type { Random } from "../fuzz/random.ts";
import type { Corpus } from "./corpus.ts";
import type { Ground } from "./ground.ts";

/** A family of attacks: whose data it is, and the doors that it is sent through. */
export interface Family {
  readonly name: string;
  /** How often it is chosen, in proportion to the others. */
  readonly share: number;
  readonly make: (random: Random, corpus: Corpus) => unknown;
  /** What is wrong with what became of the payload; `undefined` when nothing is. */
  readonly judge: (payload: unknown, ground: Ground) => Promise<string | undefined>;
}

/** One attack: the name of its family, and what it sends. */
export type Case = readonly [family: string, payload: unknown];

/** Of a payload only the family that made it knows the type; it comes back to no other. */
export function family<Payload>(
  name: string,
  share: number,
  make: (random: Random, corpus: Corpus) => Payload,
  judge: (payload: Payload, ground: Ground) => Promise<string | undefined>,
): Family {
  return { name, share, make, judge: (payload, ground) => judge(payload as Payload, ground) };
}

/** The cases that follow from a seed. */
export function caseMaker(random: Random, corpus: Corpus, families: readonly Family[]): () => Case {
  const total = families.reduce((sum, { share }) => sum + share, 0);
  return () => {
    let place = random.fraction() * total;
    const chosen = families.find(({ share }) => (place -= share) < 0) ?? families[0];
    if (chosen === undefined) throw new Error("no family of attacks");
    return [chosen.name, chosen.make(random, corpus)];
  };
}

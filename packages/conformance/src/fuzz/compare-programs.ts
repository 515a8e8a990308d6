// Runs programs here and in the oracles, and gives each a verdict. The answers agree, a kept
// difference explains them, no installed oracle knows the names, or the difference is unexplained.
// Asks nbb first; JVM Clojure, if installed, decides the remaining programs.

import type { Answer } from "../oracles/answer.ts";
import { agree, isOutOfBounds } from "./agree.ts";
import { comparisonOf, explanation, spelledFor, type OracleName } from "./explain.ts";
import { sourceOf, type Form } from "./form.ts";
import type { Host } from "./host.ts";
import { hasBothSpellings, separateSpellings } from "./host-data.ts";

export interface Hosts {
  readonly own: Host;
  readonly nbb: Host;
  readonly clojure: Host | undefined;
}

export type Verdict =
  | { readonly kind: "agreed"; readonly isValue: boolean }
  | { readonly kind: "explained"; readonly because: string }
  /** No installed oracle knows all the names that the program needs. */
  | { readonly kind: "untold" }
  | {
      readonly kind: "unexplained";
      readonly own: Answer;
      readonly answers: readonly (readonly [oracle: OracleName, answer: Answer])[];
    };

/** Returns the verdicts in the order of the programs. */
export async function comparePrograms(
  forms: readonly Form[],
  hosts: Hosts,
): Promise<readonly Verdict[]> {
  const [own, theirs] = await Promise.all([
    hosts.own.answers(forms.map(sourceOf)),
    hosts.nbb.answers(forms.map((form) => spelledFor("nbb", form))),
  ]);
  const verdicts: Verdict[] = [];
  for (const [index, form] of forms.entries()) {
    const [ours, nbb] = [own[index], theirs[index]];
    if (ours === undefined || nbb === undefined)
      throw new Error("a host answered fewer programs than it was given");
    verdicts.push(await verdictOn(form, ours, nbb, hosts));
  }
  return verdicts;
}

async function verdictOn(
  form: Form,
  own: Answer,
  nbb: Answer,
  { nbb: nbbHost, clojure }: Hosts,
): Promise<Verdict> {
  // Generated programs are small, so reaching a limit or never ending is a fault.
  const isFine = own.kind !== "none" && !isOutOfBounds(own);
  const options = comparisonOf(form);
  if (isFine && agree(own, nbb, options)) return { kind: "agreed", isValue: own.kind === "value" };
  if (isFine && hasBothSpellings(form)) {
    const [apart = noAnswer] = await nbbHost.answers([spelledFor("nbb", form, "both")]);
    if (agree(own, apart, separateSpellings))
      return { kind: "explained", because: "a map of the program keeps both spellings of a key" };
  }
  const byNbb = !isFine
    ? undefined
    : nbb.kind === "none"
      ? "unknown"
      : await explanation(form, own, "nbb", nbbHost);
  if (typeof byNbb === "object") return { kind: "explained", because: byNbb.because };
  if (clojure === undefined)
    return byNbb === "unknown"
      ? { kind: "untold" }
      : { kind: "unexplained", own, answers: [["nbb", nbb]] };
  const [decided = noAnswer] = await clojure.answers([spelledFor("clojure", form)]);
  if (isFine && agree(own, decided, options))
    return { kind: "explained", because: "JVM Clojure answers as we do" };
  const byClojure = isFine ? await explanation(form, own, "clojure", clojure) : undefined;
  if (typeof byClojure === "object")
    return { kind: "explained", because: `JVM Clojure, with ${byClojure.because}` };
  if (isFine && byNbb === "unknown" && (decided.kind === "none" || byClojure === "unknown"))
    return { kind: "untold" };
  return {
    kind: "unexplained",
    own,
    answers: [
      ["nbb", nbb],
      ["clojure", decided],
    ],
  };
}

const noAnswer: Answer = { kind: "none", message: "no answer" };

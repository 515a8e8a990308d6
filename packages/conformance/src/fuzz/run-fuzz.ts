// Generates programs from seeds and compares the answers of this language with its oracles. Shows
// each unexplained difference, shrunk, with its seed. Exits with code 1 if there is one. Started by
// main.ts.

import { readArguments } from "./arguments.ts";
import { comparePrograms, type Hosts, type Verdict } from "./compare-programs.ts";
import { Coverage } from "./coverage.ts";
import { sourceOf, type Form } from "./form.ts";
import { generateProgram } from "./generate.ts";
import { grammarOf } from "./grammar.ts";
import { clojureHost, nbbHost, ownHost } from "./host.ts";
import { allRows, rowsOf } from "./rows/all-rows.ts";
import { showAnswer, type Answer } from "../oracles/answer.ts";
import { shrink } from "./shrink.ts";

const {
  count,
  seed: firstSeed,
  show,
  tables,
  withoutClojure,
} = readArguments(process.argv.slice(2));
const batchSize = 250;
/**
 * The maximum milliseconds for shrinking one program. A program that never ends costs seconds per
 * attempt.
 */
const shrinkTime = 20_000;
const grammar = grammarOf(allRows, rowsOf(tables));
const hosts: Hosts = {
  own: ownHost(),
  nbb: nbbHost(),
  clojure: withoutClojure ? undefined : clojureHost(),
};
if (hosts.clojure === undefined)
  console.log("fuzz: JVM Clojure is not asked: what only it can decide counts as untold");

const counts = new Map<string, number>();
const reasons = new Map<string, number>();
const coverage = new Coverage();
const unexplained: { readonly seed: number; readonly form: Form; readonly verdict: Verdict }[] = [];
const startedAt = performance.now();

for (let start = firstSeed; start < firstSeed + count; start += batchSize) {
  const seeds = Array.from(
    { length: Math.min(batchSize, firstSeed + count - start) },
    (_, index) => start + index,
  );
  const forms = seeds.map((seed) => generateProgram(grammar, seed));
  const verdicts = await comparePrograms(forms, hosts);
  for (const [index, verdict] of verdicts.entries()) {
    const [form = "nil", seed = 0] = [forms[index], seeds[index]];
    const kind =
      verdict.kind === "agreed"
        ? verdict.isValue
          ? "agreed on a value"
          : "agreed on an error"
        : verdict.kind;
    counts.set(kind, (counts.get(kind) ?? 0) + 1);
    if (verdict.kind === "agreed" && verdict.isValue) coverage.add(form);
    if (verdict.kind === "explained")
      reasons.set(verdict.because, (reasons.get(verdict.because) ?? 0) + 1);
    if (verdict.kind === "unexplained") unexplained.push({ seed, form, verdict });
  }
}

const seconds = ((performance.now() - startedAt) / 1000).toFixed(0);
console.log(
  `fuzz: ${String(count)} programs, seeds ${String(firstSeed)} to ${String(firstSeed + count - 1)}, ${seconds} s`,
);
for (const [kind, number] of [...counts].sort()) console.log(`  ${kind}: ${String(number)}`);
for (const [because, number] of [...reasons].sort((left, right) => right[1] - left[1]))
  console.log(`    ${String(number)} ${because}`);
console.log(coverage.report(20));

for (const shown of unexplained.slice(0, show)) {
  const { seed, form } = shown;
  if (shown.verdict.kind !== "unexplained") continue;
  const sameEnd = endOf(shown.verdict.own);
  const small = await shrink(
    form,
    (candidates) => firstUnexplained(candidates, sameEnd),
    performance.now() + shrinkTime,
  );
  const [verdict] = await comparePrograms([small], hosts);
  console.log(`\nseed ${String(seed)}: ${sourceOf(small)}`);
  if (verdict?.kind !== "unexplained") continue;
  console.log(`  here: ${showAnswer(verdict.own)}`);
  for (const [oracle, answer] of verdict.answers) console.log(`  ${oracle}: ${showAnswer(answer)}`);
}
if (unexplained.length > 0)
  console.log(`\nunexplained: seeds ${unexplained.map(({ seed }) => seed).join(" ")}`);
hosts.own.stop();
hosts.nbb.stop();
hosts.clojure?.stop();
process.exitCode = unexplained.length === 0 ? 0 : 1;

/**
 * Returns the kind of an answer. It must not change during shrinking, or one difference could
 * become another.
 */
function endOf(answer: Answer): string {
  return answer.kind === "error" ? answer.error : answer.kind;
}

/**
 * Returns the first candidate with an unexplained difference. Most have none, so it asks a few at
 * a time, the smallest first.
 */
async function firstUnexplained(
  candidates: readonly Form[],
  end: string,
): Promise<Form | undefined> {
  for (let start = 0; start < candidates.length; start += 20) {
    const some = candidates.slice(start, start + 20);
    const verdicts = await comparePrograms(some, hosts);
    const found = verdicts.findIndex(
      (verdict) => verdict.kind === "unexplained" && endOf(verdict.own) === end,
    );
    if (found >= 0) return some[found];
  }
  return undefined;
}

// Checks that every shipped regular expression takes time in proportion to any text. Tries each on
// hostile texts made from the pattern, and counts its steps.
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { outcomeOf, type CheckOutcome } from "./check.ts";
import { hostileText, hostileTexts, type HostileText } from "./hostile-texts.ts";
import { patternsIn, type FoundPattern } from "./pattern-sources.ts";
import { TooManySteps, parsePattern, stepsOfSearch, type ParsedPattern } from "./pattern-steps.ts";
import { listPublished, repositoryRoot } from "./workspaces.ts";

/** The repetitions of a text's middle at first, and the factor for the longer text. */
const turns = 60;
const growth = 4;
/** Linear is 4 times the steps, quadratic 16 times. */
const mostGrowth = 8;
/** The maximum number of steps for each character; bounded repetitions multiply. */
const mostStepsEach = 400;

/** Patterns made at run time, and why they are safe. */
const made: ReadonlyMap<string, string> = new Map([
  ["packages/lisp/src/regex/character-set.ts", "one class, on one character"],
  ["packages/lisp/src/regex/set-test.ts", "one class, on one character"],
  ["packages/lisp/src/regex/native.ts", "patterns of programs, which an analysis found harmless"],
]);

export function checkPatterns(): Promise<CheckOutcome> {
  const found = listPublished().flatMap(({ folder }) =>
    globSync(`${folder}/src/**/*.ts`, { cwd: repositoryRoot })
      .filter((file) => !file.endsWith(".test.ts"))
      .sort()
      .flatMap((file) => patternsIn(file, readFileSync(join(repositoryRoot, file), "utf8"))),
  );
  const problems = found.flatMap((pattern) => problemOf(pattern) ?? []);
  return Promise.resolve(outcomeOf(problems, `${String(found.length)} patterns`));
}

function problemOf({ file, line, pattern, text }: FoundPattern): string | undefined {
  const place = `${file}:${String(line)}`;
  if (pattern === undefined)
    return made.has(file)
      ? undefined
      : `${place}: ${text.slice(0, 60)} is created at run time: write it as a literal`;
  const slow = slowText(parsePattern(pattern.source, pattern.flags));
  return slow === undefined
    ? undefined
    : `${place}: ${text.slice(0, 60)} is slow on ${JSON.stringify(slow.prefix)} + ${JSON.stringify(slow.pump)} again and again + ${JSON.stringify(slow.suffix)}`;
}

/** Returns a text on which the steps grow faster than the text, or are very many. */
export function slowText(pattern: ParsedPattern): HostileText | undefined {
  return hostileTexts(pattern).find((text) => {
    const short = stepsOn(pattern, hostileText(text, turns));
    const long = stepsOn(pattern, hostileText(text, turns * growth));
    const length = hostileText(text, turns * growth).length;
    return long > length * mostStepsEach || (long > short * mostGrowth && long > length * growth);
  });
}

function stepsOn(pattern: ParsedPattern, text: string): number {
  const maximum = text.length * mostStepsEach * growth;
  try {
    return stepsOfSearch(pattern, text, maximum);
  } catch (error) {
    if (error instanceof TooManySteps || error instanceof RangeError) return maximum;
    throw error;
  }
}

// Measures the English of the repository and fails above the bounds: marker phrases for each 1,000
// words, and long sentences in documents. The rates may only fall.
import { outcomeOf, type CheckOutcome } from "./check.ts";
import { markerFamilies } from "./prose/markers.ts";
import {
  proseKinds,
  proseReport,
  type Finding,
  type KindReport,
  type ProseKind,
  type ProseReport,
} from "./prose/prose-report.ts";
import { repositoryRoot } from "./workspaces.ts";

/** The highest rate of each family of markers, for each 1,000 words. */
const markerBounds: Readonly<Record<ProseKind, number>> = {
  docs: 0.15,
  comments: 0.15,
  strings: 0,
  titles: 0.15,
};

/** The highest share of sentences in documents above 30 words. None may have more than 45. */
const longSentenceShare = 0.02;

const shownFindings = 12;

export function checkProse(): Promise<CheckOutcome> {
  const report = proseReport(repositoryRoot);
  const problems = problemsOfReport(report);
  if (problems.length > 0) return Promise.resolve(outcomeOf(problems, ""));
  const words = proseKinds.reduce((sum, kind) => sum + report.kinds[kind].words, 0);
  return Promise.resolve({
    status: "passed",
    note: `${String(words)} words`,
    details: proseKinds.map((kind) => summary(kind, report.kinds[kind])),
  });
}

export function problemsOfReport({ kinds, names }: ProseReport): string[] {
  return [
    ...proseKinds.flatMap((kind) => markerProblems(kind, kinds[kind])),
    ...sentenceProblems(kinds.docs),
    ...(names.length === 0 ? [] : [`names to replace: ${listed(names)}`]),
  ];
}

function markerProblems(kind: ProseKind, { markers, words }: KindReport): string[] {
  return [...markers].flatMap(([family, found]) => {
    const rate = ratePerThousand(found.length, words);
    if (rate <= markerBounds[kind]) return [];
    return [
      `${kind}: "${family}" ${rate.toFixed(2)} times for each 1,000 words (at most ${String(markerBounds[kind])}): ${listed(found)}`,
    ];
  });
}

function sentenceProblems({ tooLong, long, sentences }: KindReport): string[] {
  const share = sentences === 0 ? 0 : long.length / sentences;
  return [
    ...(tooLong.length === 0
      ? []
      : [`docs: sentences of more than 45 words; split them: ${listed(tooLong)}`]),
    ...(share <= longSentenceShare
      ? []
      : [
          `docs: ${(100 * share).toFixed(1)} % of the sentences have more than 30 words (at most ${String(100 * longSentenceShare)} %): ${listed(long)}`,
        ]),
  ];
}

function listed(found: readonly Finding[]): string {
  const shown = found
    .slice(0, shownFindings)
    .map(({ place, phrase, sentence }) => `\n    ${place}: ${phrase}: ${sentence.slice(0, 120)}`);
  const rest = found.length - shown.length;
  return shown.join("") + (rest > 0 ? `\n    and ${String(rest)} more` : "");
}

function summary(kind: ProseKind, { words, markers, sentences, long }: KindReport): string {
  const rates = markerFamilies.map(
    ({ name }) => `${name} ${ratePerThousand(markers.get(name)?.length ?? 0, words).toFixed(2)}`,
  );
  const share = sentences === 0 ? 0 : (100 * long.length) / sentences;
  return `${kind}: ${String(words)} words, ${share.toFixed(1)} % of sentences above 30 words; ${rates.join(", ")}`;
}

function ratePerThousand(count: number, words: number): number {
  return words === 0 ? 0 : (1000 * count) / words;
}

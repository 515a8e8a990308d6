// Reads the prose of the repository and measures it: marker phrases for each 1,000 words, and long
// sentences.
import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { markdownPassages, type Passage } from "./markdown-prose.ts";
import { markedName, markersIn } from "./markers.ts";
import { sentencesOf, wordCount } from "./sentences.ts";
import { sourceProse } from "./source-prose.ts";

export const proseKinds = ["docs", "comments", "strings", "titles"] as const;
export type ProseKind = (typeof proseKinds)[number];

export interface Finding {
  readonly place: string;
  readonly phrase: string;
  readonly sentence: string;
}

export interface KindReport {
  words: number;
  sentences: number;
  /** Sentences of more than 30 words, and of more than 45. */
  long: Finding[];
  tooLong: Finding[];
  readonly markers: Map<string, Finding[]>;
}

export interface ProseReport {
  readonly kinds: Readonly<Record<ProseKind, KindReport>>;
  /** Names of files and of what they declare that carry no meaning. */
  readonly names: Finding[];
}

const sourceFile = /\.(?:ts|mts|js|mjs)$/;
/** Written by a program, or test data. Documents that are generated count: people read them. */
const leftOut =
  /(?:^|\/)(?:generated|__fixtures__|fixtures|vectors)\/|\.generated\.ts$|pnpm-lock|(?:^|\/)builtin-names\.ts$|public-names|subagent\/test\/prompts\/|\/missions\/data\//;

export function proseReport(
  root: string,
  files: readonly string[] = repositoryFiles(root),
): ProseReport {
  const kinds = { docs: empty(), comments: empty(), strings: empty(), titles: empty() };
  const names: Finding[] = [];
  for (const file of files) {
    if (leftOut.test(file)) continue;
    const text = readFileSync(join(root, file), "utf8");
    if (markedName.test(file.slice(file.lastIndexOf("/") + 1)))
      names.push({ place: file, phrase: file, sentence: file });
    if (file.endsWith(".md"))
      measure(isPrompt(file) ? kinds.strings : kinds.docs, file, markdownPassages(text));
    else if (sourceFile.test(file)) {
      const prose = sourceProse(file, text);
      measure(kinds.comments, file, prose.comments);
      measure(kinds.titles, file, prose.titles);
      // Strings of tests and examples are data: programs, model responses, wrong input, and mission
      // texts that recordings belong to.
      if (!isTest(file) && !file.startsWith("examples/"))
        measure(kinds.strings, file, prose.strings);
      for (const { line, text: name } of prose.names)
        if (markedName.test(name))
          names.push({ place: `${file}:${String(line)}`, phrase: name, sentence: name });
    }
  }
  return { kinds, names };
}

function isPrompt(file: string): boolean {
  return file.includes("/prompts/");
}

function isTest(file: string): boolean {
  return /\.test(?:-d)?\.ts$|\/test\/|^benchmarks\/|packages\/conformance\/|packages\/evals\/src\/suites\/missions\//.test(
    file,
  );
}

function empty(): KindReport {
  return { words: 0, sentences: 0, long: [], tooLong: [], markers: new Map() };
}

function measure(report: KindReport, file: string, passages: readonly Passage[]): void {
  for (const { line, text } of passages)
    for (const sentence of sentencesOf(text)) {
      const words = wordCount(sentence);
      const found = { place: `${file}:${String(line)}`, sentence };
      report.words += words;
      report.sentences += 1;
      if (words > 30) report.long.push({ ...found, phrase: `${String(words)} words` });
      if (words > 45) report.tooLong.push({ ...found, phrase: `${String(words)} words` });
      for (const { family, phrase } of markersIn(sentence))
        report.markers.set(family, [
          ...(report.markers.get(family) ?? []),
          { ...found, phrase: phrase.trim() },
        ]);
    }
}

/** Files that are committed or would be. */
function repositoryFiles(root: string): readonly string[] {
  const listed = execFileSync(
    "git",
    ["ls-files", "-z", "--cached", "--others", "--exclude-standard"],
    {
      cwd: root,
      encoding: "utf8",
      maxBuffer: 64_000_000,
    },
  );
  return listed.split("\0").filter((file) => file !== "" && existsSync(join(root, file)));
}

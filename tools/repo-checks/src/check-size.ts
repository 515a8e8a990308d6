// Checks the size of every entry in size-limits.json: the gzipped bytes that load at once, against
// its limit. Also checks that `@ptc/core`, which every process loads first, has no files of shared
// code: opening one takes a host as long as reading ten kilobytes.
import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { bundledSize, bytesByFolder, type BundledSize } from "./bundled-size.ts";
import type { CheckOutcome } from "./check.ts";
import { repositoryRoot } from "./workspaces.ts";

/** Gzipped bytes. */
export interface SizeLimit {
  readonly source: string;
  /** Lazily loaded modules that count as loaded. */
  readonly loaded?: readonly string[];
  readonly limit: number;
}

export async function checkSize(): Promise<CheckOutcome> {
  const limits = JSON.parse(
    readFileSync(join(repositoryRoot, "tools/size-limits.json"), "utf8"),
  ) as Readonly<Record<string, SizeLimit>>;
  const problems: string[] = [];
  const details: string[] = [];
  for (const [specifier, limit] of Object.entries(limits)) {
    const size = await bundledSize(
      limit.source,
      limit.loaded === undefined ? {} : { loaded: limit.loaded },
    );
    problems.push(...problemsOfSize(specifier, size.gzippedBytes, limit));
    details.push(...tableOf(specifier, size));
  }
  problems.push(...problemsOfFiles(readdirSync(join(repositoryRoot, "packages/core/dist"))));
  // The details of the size matter most when the limit is exceeded.
  if (problems.length > 0) return { status: "failed", problems: [...problems, ...details] };
  return { status: "passed", note: `${String(Object.keys(limits).length)} entries`, details };
}

/** Returns the problems of an entry with `bytes` gzipped bytes. */
export function problemsOfSize(
  specifier: string,
  bytes: number,
  { limit }: SizeLimit,
): readonly string[] {
  return bytes > limit
    ? [
        `${specifier} loads ${kilobytes(bytes)} gzipped on import, more than ${kilobytes(limit)}: load rarely used code lazily`,
      ]
    : [];
}

/** Returns a problem for each file of shared code among the built files of `@ptc/core`. */
export function problemsOfFiles(names: readonly string[]): readonly string[] {
  return names
    .filter((name) => /^chunk-.*\.js$/.test(name))
    .map(
      (name) =>
        `packages/core/dist/${name} is shared by entries: import its modules from an index.ts or internal.ts (its source map lists them)`,
    );
}

function tableOf(
  specifier: string,
  { gzippedBytes, gzippedBytesOnNeed, modules }: BundledSize,
): readonly string[] {
  const largest = [...modules].sort(([, left], [, right]) => right - left).slice(0, 12);
  return [
    `${specifier}: ${kilobytes(gzippedBytes)} gzipped on import, ${kilobytes(gzippedBytesOnNeed)} lazily; minified, not gzipped, by folder:`,
    ...bytesByFolder(modules).map(lineOf),
    "the largest modules:",
    ...largest.map(lineOf),
  ];
}

function lineOf([name, bytes]: readonly [string, number]): string {
  return `${kilobytes(bytes).padStart(9)}  ${name}`;
}

function kilobytes(bytes: number): string {
  return `${(bytes / 1000).toFixed(1)} kB`;
}

// What is wrong with the files of a trace, in words.

import { relative } from "node:path";
import { oneLine } from "@ptc/core/internal/errors";
import type { TraceFile, TraceFilesReading } from "@ptc/tracer/node";
import { fileProblem } from "../files/read-text.ts";
import { countText, numberText } from "../mission/data-size.ts";
import { UsageError } from "../terminal/usage-error.ts";

/** Of problems of one kind so many are told. */
const mostTold = 10;

/**
 * One line for each problem.
 * @throws UsageError when there is nothing to show: the file at `path` is no trace
 */
export function readingProblems(
  { events, files, omittedFiles, missing }: TraceFilesReading,
  path: string,
  folder: string,
): readonly string[] {
  const lines = files.flatMap((file) => fileProblems(file, folder));
  if (events.length === 0)
    throw new UsageError(
      `${path}: ${files.length === 1 && files[0]?.ok === false ? fileProblem(files[0].error) : "holds no trace"}`,
    );
  return [
    ...shortened(lines, "more problems"),
    ...(omittedFiles === 0
      ? []
      : [`${countText(omittedFiles, "file")} not read: there are too many`]),
    ...(missing.length === 0
      ? []
      : [`missing: ${shortened(missing.map(fileOf), "more").join(", ")}`]),
  ];
}

function fileProblems(file: TraceFile, folder: string): readonly string[] {
  const shown = relative(folder, file.path);
  const name = shown.startsWith("..") ? file.path : shown;
  if (!file.ok) return [`${name}: ${fileProblem(file.error)}`];
  const { problems, problemCount, cutLine } = file;
  const [first] = problems;
  return [
    ...(first === undefined
      ? []
      : [
          `${name}: line ${numberText(first.line)}: ${first.message}${problemCount > 1 ? `, and ${countText(problemCount - 1, "more line")} like it` : ""}`,
        ]),
    ...(cutLine === undefined
      ? []
      : [`${name}: ends inside line ${numberText(cutLine)}: the run was interrupted, or goes on`]),
  ];
}

function fileOf(traceId: string): string {
  return oneLine(`${traceId}.jsonl`, 60);
}

function shortened(lines: readonly string[], more: string): readonly string[] {
  return lines.length > mostTold
    ? [...lines.slice(0, mostTold), `${numberText(lines.length - mostTold)} ${more}`]
    : lines;
}

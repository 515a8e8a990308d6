// Describes the problems of trace files.

import { relative } from "node:path";
import { oneLine } from "@ptc/core/internal/errors";
import { countText, groupedNumber } from "@ptc/core/internal/json";
import { LoadError, fileProblem } from "@ptc/core/internal/host";
import type { TraceFilesReading } from "../read-trace-files.ts";
import type { TraceFile } from "../trace-tail.ts";

/** The limit for reported problems of one kind. */
const mostReported = 10;

/**
 * Returns one line for each problem.
 * @throws LoadError if there is nothing to show, because `path` is not a trace
 */
export function readingProblems(
  { events, files, omittedFiles, missing }: TraceFilesReading,
  path: string,
  folder: string,
): readonly string[] {
  const lines = files.flatMap((file) => fileProblems(file, folder));
  if (events.length === 0)
    throw new LoadError(
      `${path}: ${files.length === 1 && files[0]?.ok === false ? fileProblem(files[0].error) : "this is not a trace"}`,
    );
  return [
    ...shortened(lines, "more problems"),
    ...(omittedFiles === 0
      ? []
      : [`${countText(omittedFiles, "file")} skipped, because there are too many`]),
    ...(missing.length === 0
      ? []
      : [`missing: ${shortened(missing.map(fileOf), "more").join(", ")}`]),
  ];
}

function fileProblems(file: TraceFile, folder: string): readonly string[] {
  const shown = relative(folder, file.path);
  const name = shown.startsWith("..") ? file.path : shown;
  if (!file.ok) return [`${name}: ${fileProblem(file.error)}`];
  const { problems, problemCount, cutLine, unreadFromLine } = file;
  const [first] = problems;
  return [
    ...(first === undefined
      ? []
      : [
          `${name}: line ${groupedNumber(first.line)}: ${first.message}${problemCount > 1 ? `, and ${countText(problemCount - 1, "more line")} like it` : ""}`,
        ]),
    ...(unreadFromLine === undefined
      ? []
      : [
          `${name}: not read from line ${groupedNumber(unreadFromLine)} on, because it has ${groupedNumber(problemCount)} problems before`,
        ]),
    ...(cutLine === undefined
      ? []
      : [
          `${name}: ends inside line ${groupedNumber(cutLine)} (the run was interrupted or is still running)`,
        ]),
  ];
}

function fileOf(traceId: string): string {
  return oneLine(`${traceId}.jsonl`, 60);
}

function shortened(lines: readonly string[], more: string): readonly string[] {
  return lines.length > mostReported
    ? [...lines.slice(0, mostReported), `${groupedNumber(lines.length - mostReported)} ${more}`]
    : lines;
}

// A report in the XML of JUnit, which CI servers show: a test suite for each variant, a test case
// for each case.

import { shortened } from "@ptc/core/internal/printing";
import { visibleText } from "@ptc/core/printing";
import type { CaseReport, EvalReport } from "./eval-report.ts";

const longestProblem = 2_000;

/** Returns the report as JUnit XML. A case fails unless more than half of its repeats passed. */
export function reportJUnit({ suite, variants, cases }: EvalReport): string {
  const suites = variants.map(({ name }) => {
    const own = cases.filter(({ variant }) => variant === name);
    const errors = own.filter(isError);
    const failures = own.filter((one) => !isError(one) && !passes(one));
    const seconds = own.reduce((sum, { durationMs }) => sum + durationMs, 0) / 1_000;
    return [
      `  <testsuite name=${quoted(`${suite} ${name}`)} tests="${String(own.length)}" failures="${String(failures.length)}" errors="${String(errors.length)}" time="${seconds.toFixed(3)}">`,
      ...own.flatMap((one) => caseLines(suite, name, one)),
      "  </testsuite>",
    ];
  });
  return `${['<?xml version="1.0" encoding="UTF-8"?>', "<testsuites>", ...suites.flat(), "</testsuites>"].join("\n")}\n`;
}

function caseLines(suite: string, variant: string, one: CaseReport): readonly string[] {
  const { durationMs, failure, passed, runs } = one;
  const attributes = `name=${quoted(one.case)} classname=${quoted(`${suite}.${variant}`)} time="${(durationMs / 1_000).toFixed(3)}"`;
  if (passes(one) || failure === undefined) return [`    <testcase ${attributes}/>`];
  const kind = isError(one) ? "error" : "failure";
  const trace = failure.traceId === undefined ? "" : `\ntrace ${failure.traceId}`;
  const text = `${String(passed)} of ${String(runs)} runs passed. ${failure.problem ?? ""}${trace}`;
  return [
    `    <testcase ${attributes}>`,
    `      <${kind} type=${quoted(failure.reason)} message=${quoted(failure.problem ?? failure.reason)}>${escaped(text)}</${kind}>`,
    "    </testcase>",
  ];
}

/** True if no run of the case was judged. */
function isError({ runs, errored }: CaseReport): boolean {
  return errored === runs;
}

function passes({ runs, passed, errored }: CaseReport): boolean {
  return 2 * passed > runs - errored;
}

function quoted(text: string): string {
  return `"${escaped(text).replace(/\n/g, "&#10;")}"`;
}

/** Control characters can't be in XML, not even escaped, so they become visible codes. */
function escaped(text: string): string {
  return visibleText(shortened(text, longestProblem))
    .replace(/\p{Cs}/gu, "\ufffd")
    .replace(/[\ufffe\uffff]/g, "\ufffd")
    .replace(/&/g, "&amp;")
    .replace(/</g, "&lt;")
    .replace(/>/g, "&gt;")
    .replace(/"/g, "&quot;");
}

// A report as one HTML page that opens without a network. It has no script, and all texts of
// results are escaped.

import { visibleText } from "@ptc/core/printing";
import type { EvalReport, RunReference, VariantReport } from "./eval-report.ts";
import { comparisonTexts, hintText, percentText, rateText, variantCells } from "./number-texts.ts";
import { reportStyle } from "./report-style.ts";

/** The options of `reportHtml`. */
export interface ReportHtmlOptions {
  /** The title of the page. Default: the name of the suite. */
  readonly title?: string;
  /** Returns the address of the trace of a run, or undefined for none. */
  readonly traceLink?: (run: RunReference) => string | undefined;
}

const mostRows = 5_000;

/** Returns the report as an HTML page. */
export function reportHtml(report: EvalReport, options: ReportHtmlOptions = {}): string {
  const { title = `Eval of ${report.suite}` } = options;
  const { variants, comparisons, hints } = report;
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title>${text(title)}</title>
<style>${reportStyle}</style>
</head>
<body>
<main>
<h1>${text(title)}</h1>
${section("Variants", [...variants.map(rateBar), table(variants.map(variantCells))])}
${section(
  "Comparisons",
  comparisons.flatMap(comparisonTexts).map((line) => `<p>${text(line)}</p>`),
)}
${section(
  "Texts that cost turns",
  hints.map((hint) => `<p>${text(hintText(hint))} ${link(hint.example, options)}</p>`),
)}
${section("By tag", [table(tagCells(report))])}
${section(
  "Failures",
  variants.map((variant) => failureList(variant, options)),
)}
${section("Cases", [caseTable(report, options)])}
</main>
</body>
</html>
`;
}

function section(title: string, parts: readonly string[]): string {
  const content = parts.filter((part) => part !== "").join("\n");
  return content === "" ? "" : `<section><h2>${text(title)}</h2>\n${content}</section>`;
}

/** A bar with the pass rate, and its interval as a line. */
function rateBar(variant: VariantReport): string {
  const { name, passRate = 0, interval } = variant;
  const share = (number: number): string => (number * 100).toFixed(2);
  const label = `${name}: ${rateText(variant)}`;
  return `<div class="rate"><span>${text(label)}</span><div class="bar" role="img" aria-label="${text(label)}"><i style="width:${share(passRate)}%"></i><b style="left:${share(interval.low)}%;width:${share(interval.high - interval.low)}%"></b></div></div>`;
}

function table(rows: readonly Readonly<Record<string, string | number>>[]): string {
  const names = [...new Set(rows.flatMap((row) => Object.keys(row)))];
  if (names.length === 0) return "";
  const head = names.map((name) => `<th scope="col">${text(name)}</th>`).join("");
  const lines = rows.map(
    (row) => `<tr>${names.map((name) => `<td>${text(row[name] ?? "")}</td>`).join("")}</tr>`,
  );
  return `<div class="wide"><table><thead><tr>${head}</tr></thead><tbody>${lines.join("\n")}</tbody></table></div>`;
}

function tagCells({ variants }: EvalReport): readonly Readonly<Record<string, string>>[] {
  const tags = [...new Set(variants.flatMap((variant) => variant.tags.map(({ tag }) => tag)))];
  return tags.map((tag) => {
    const cells = variants.map(({ name, tags: own }): [string, string] => {
      const found = own.find((candidate) => candidate.tag === tag);
      return [
        `passed with ${name}`,
        found === undefined
          ? ""
          : `${String(found.passed)} of ${String(found.runs)} (${percentText(found.passed / found.runs)})`,
      ];
    });
    return Object.fromEntries([["tag", tag], ...cells]);
  });
}

function failureList({ name, failures }: VariantReport, options: ReportHtmlOptions): string {
  return failures
    .map(({ reason, count, examples }) => {
      const items = examples.map(
        (run) =>
          `<li><strong>${text(run.case)}</strong> ${text(run.problem ?? "")} ${link(run, options)}</li>`,
      );
      return `<details open><summary>${text(name)}: ${text(reason)} × ${String(count)}</summary><ul>${items.join("\n")}</ul></details>`;
    })
    .join("\n");
}

function caseTable({ cases, variants }: EvalReport, options: ReportHtmlOptions): string {
  const byCase = new Map<string, Map<string, string>>();
  for (const { case: name, variant, passed, runs, failure } of cases) {
    const cells = byCase.get(name) ?? new Map<string, string>();
    const state = passed === runs ? "ok" : passed === 0 ? "bad" : "mixed";
    const trace = failure === undefined ? "" : ` ${link(failure, options)}`;
    cells.set(
      variant,
      `<td class="${state}">${String(passed)}/${String(runs)}${failure === undefined ? "" : ` ${text(failure.reason)}`}${trace}</td>`,
    );
    byCase.set(name, cells);
  }
  const head = ["case", ...variants.map(({ name }) => name)]
    .map((name) => `<th scope="col">${text(name)}</th>`)
    .join("");
  const rows = Array.from(
    byCase,
    ([name, cells]) =>
      `<tr><th scope="row">${text(name)}</th>${variants.map((variant) => cells.get(variant.name) ?? "<td></td>").join("")}</tr>`,
  );
  const omitted = rows.length - mostRows;
  const more = omitted > 0 ? `<p>${String(omitted)} more cases are in the JSON report.</p>` : "";
  return `<div class="wide"><table><thead><tr>${head}</tr></thead><tbody>${rows.slice(0, mostRows).join("\n")}</tbody></table></div>${more}`;
}

function link(run: RunReference, { traceLink }: ReportHtmlOptions): string {
  const address = traceLink?.(run);
  return address === undefined ? "" : `<a href="${text(address)}">trace</a>`;
}

function text(value: string | number): string {
  return visibleText(String(value))
    .replace(/&/g, "&amp;")
    .replace(/</g, "&lt;")
    .replace(/>/g, "&gt;")
    .replace(/"/g, "&quot;");
}

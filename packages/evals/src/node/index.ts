// `@ptc/evals/node`: reports for terminals.

export { reportLines } from "./report-lines.ts";
export type { ReportLinesOptions } from "./report-lines.ts";

// `@ptc/tracer/internal/node`: finds, reads and shows traces, for the apps and packages of this
// repository. Versioning doesn't cover these names: they can change in any release.

export { defaultTracePath } from "../trace-path.ts";
export { analysisEvents } from "../../analysis/analysis-events.ts";
export { runGroupings } from "../../analysis/run-groups.ts";
export { isMoment } from "../../analysis/chrome-trace.ts";
export { displayWidth, fitted } from "./fitted.ts";
export { folderBeside, looksLikeTrace } from "../trace-paths.ts";
export { TraceFilesReader } from "../read-trace-files.ts";
export { stampOf } from "../trace-tail.ts";
export { briefEvent } from "./brief-event.ts";
export { foldHead, foldLine } from "./fold-line.ts";
export { readingProblems } from "./reading-problems.ts";
export { spanFacts } from "./span-facts.ts";
export type { SpanFacts } from "./span-facts.ts";
export { indentation, spanLine } from "./span-line.ts";
export type { LineOptions, SpanStyle } from "./span-line.ts";
export { totalsText } from "./totals.ts";
export { treeItems } from "./tree-items.ts";
export type { TreeItem, TreeOptions } from "./tree-items.ts";

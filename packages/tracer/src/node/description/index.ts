// `@ptc/tracer/internal/node`: shows traces, for the apps of this repository. Versioning doesn't
// cover these names: they can change in any release.

export { defaultTracePath } from "../trace-path.ts";
export { briefEvent } from "./brief-event.ts";
export { readingProblems } from "./reading-problems.ts";
export { spanFacts } from "./span-facts.ts";
export type { SpanFacts } from "./span-facts.ts";
export { indentation, spanLine } from "./span-line.ts";
export type { LineOptions, SpanStyle } from "./span-line.ts";
export { totalsText } from "./totals.ts";
export { treeItems } from "./tree-items.ts";
export type { TreeItem, TreeOptions } from "./tree-items.ts";

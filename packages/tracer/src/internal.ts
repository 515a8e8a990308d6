// `@ptc/tracer/internal`: events as masked JSON and its markers, for the other packages of PTC.
// Versioning does not cover it: any release may change or remove it.

export { maskedEvent } from "./mask-values.ts";
export { isOmittedText } from "./omitted-text.ts";
export type { TraceJson } from "./trace-json.ts";
export { fingerprint } from "./analysis/fingerprint.ts";
export { failOf, isFailed, nameOfSpan } from "./analysis/span-parts.ts";
export { walkSpans } from "./analysis/walk-spans.ts";
export type { VisitedSpan } from "./analysis/walk-spans.ts";

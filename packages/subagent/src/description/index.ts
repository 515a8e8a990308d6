// `@ptc/subagent/description`: steps, programs and values as text for people.

export { describeStep } from "./describe-step.ts";
export type { DescribeOptions, ShownTurns } from "./description-options.ts";
export type { SpanKind } from "./span.ts";
export { readableProgram } from "./readable-program.ts";
export type { ReadableProgram, ReadableProgramOptions } from "./readable-program.ts";
export { valueLines } from "./value-lines.ts";
export type { ValueLinesOptions } from "./value-lines.ts";

// `@ptc/otel`: sends the trace events of runs to OpenTelemetry, as spans and metrics.

export { createOtelSink } from "./otel-sink.ts";
export type { OtelSink } from "./otel-sink.ts";
export type { OtelSinkOptions } from "./options.ts";
export { createPtcIdGenerator } from "./id-generator.ts";
export type { PtcIdGenerator } from "./id-generator.ts";
export { conventionsVersion } from "./conventions.ts";

// `@ptc/core/internal/contracts`: the code behind the shared shapes, for the other packages of PTC.
// Versioning does not cover it: any release may change or remove it.

export {
  addressPartText,
  effectAddressText,
  forkPlace,
  requestId,
  summaryRequestId,
  withTaskIds,
} from "./effect-address.ts";
export { addRunUsage, byCounter, nothingUsed, usageOf } from "./usage.ts";
export type { Counted } from "./usage.ts";
export { isThenable } from "./thenable.ts";
export { jsonCrossing, toolFieldNames } from "./tool.ts";
export type { JsonCrossing } from "./tool.ts";
export { expectedSchema, isStandardSchema } from "./standard-schema.ts";
export { combineSinks, tellSink } from "./combine-sinks.ts";
export { combinePropagations, readCarrier, receivingTrace } from "./trace-propagation.ts";
export { runThrough } from "./run-through.ts";
export { carrierOf } from "./trace-carrier.ts";
export { KeptListener, onAbort } from "./on-abort.ts";
export { untilAborted } from "./until-aborted.ts";
export { randomHexId, sleep, systemClock, timesOf } from "./clock.ts";

// `@ptc/core/values`: the value model of PTC-Lisp and its crossing to and from the host.

export { Keyword } from "./keyword.ts";
export { Vector, type VectorKind } from "./vector.ts";
export { MapValue } from "./map-value.ts";
export { SetValue } from "./set-value.ts";
export { SymbolValue } from "./symbol.ts";
export { RegexValue } from "./regex.ts";
export { Temporal } from "./temporal.ts";
export type { TemporalKind } from "./temporal.ts";
export { FunctionValue, OpaqueValue } from "./opaque.ts";
export { LazySequence } from "./lazy.ts";
export type { Value } from "./value.ts";
export { typeName } from "./type-name.ts";
export { equals } from "./equality.ts";
export type { WorkMeter } from "./work-meter.ts";
export { WorkLimitError, workBudget } from "./work-budget.ts";
export { hashValue } from "./hash-value.ts";
export { compareValues } from "./compare.ts";
export { assocField, dissocField, getField } from "./field-access.ts";
export type { FieldFirewall } from "./firewall.ts";
export { HostFile } from "./host-file.ts";
export type { FileContent, FileFields } from "./host-file.ts";
export { fromHost } from "./host-crossing.ts";
export { HostKeyError, toHost } from "./to-host.ts";
export type { HostCollections, ToHostOptions } from "./to-host.ts";
export { DataDepthError, maximumDataDepth } from "./depth.ts";

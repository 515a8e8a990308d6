// `@ptc/core/values`: the value model of PTC-Lisp and its crossing to and from the host.

export { Keyword } from "./keyword.ts";
export { Vector, type VectorKind } from "./vector.ts";
export { MapValue } from "./map-value.ts";
export { SetValue } from "./set-value.ts";
export { TrieMap } from "./trie-map.ts";
export { TrieSet } from "./trie-set.ts";
export { SortedMap } from "./sorted-map.ts";
export { SortedSet } from "./sorted-set.ts";
export { ascendingOrder, descendingOrder, naturalOrder, orderNamed } from "./sorted-order.ts";
export type { KeyOrder } from "./sorted-order.ts";
export { MapBuilder } from "./map-builder.ts";
export { SymbolValue } from "./symbol.ts";
export { RegexValue } from "./regex.ts";
export { Temporal, offsetText, temporalText } from "./temporal.ts";
export type { TemporalKind } from "./temporal.ts";
export { FunctionValue, OpaqueValue } from "./opaque.ts";
export { LazySequence } from "./lazy.ts";
export { exactInteger, isTruthy } from "./value.ts";
export {
  hasTooManyBits,
  hasTooManyDigits,
  hexadecimalLength,
  maximumIntegerBits,
  spendDigits,
} from "./integer-size.ts";
export type { Value } from "./value.ts";
export { typeName } from "./type-name.ts";
export { equals } from "./equality.ts";
export type { WorkMeter } from "./work-meter.ts";
export { WorkLimitError, workBudget } from "./work-budget.ts";
export { hashValue } from "./hash-value.ts";
export { OrderError, compareValues, quantityOrder, relativeOrder } from "./compare.ts";
export { assocField, dissocField, getField, presentKey } from "./field-access.ts";
export { hostFieldName, keyName } from "./key-names.ts";
export {
  firewallByName,
  firewalledMarker,
  hiddenValue,
  hideFirewalledEntry,
  hidesKey,
  isFirewalledKey,
  isFirewalledName,
} from "./firewall.ts";
export type { FieldFirewall } from "./firewall.ts";
export { HostMap } from "./host-map.ts";
export { HostFile, hostFileOf } from "./host-file.ts";
export type { FileContent, FileFields } from "./host-file.ts";
export { HostCrossing, fromHost, hostFunctionMarker, isLanguageValue } from "./host-crossing.ts";
export type { LossListener } from "./host-crossing.ts";
export { LossyValue, saysItself, standInFor, unreadable } from "./host-stand-in.ts";
export { isForeignPlain } from "./host-conversions.ts";
export type { HostReader } from "./host-reader.ts";
export { HostKeyError, toHost } from "./to-host.ts";
export { defineField, recordOf } from "./define-field.ts";
export type { HostCollections, ToHostOptions } from "./to-host.ts";
export { DataDepthError, maximumDataDepth } from "./depth.ts";

// `@ptc/core/internal/values`: parts of the value model for the other packages of PTC. Versioning
// does not cover them: any release may change or remove them.

export { TrieMap } from "./trie-map.ts";
export { TrieSet } from "./trie-set.ts";
export { SortedMap } from "./sorted-map.ts";
export { SortedSet } from "./sorted-set.ts";
export { ascendingOrder, descendingOrder, naturalOrder, orderNamed } from "./sorted-order.ts";
export type { KeyOrder } from "./sorted-order.ts";
export { MapBuilder } from "./map-builder.ts";
export { offsetText, temporalText } from "./temporal.ts";
export { exactInteger, isTruthy } from "./value.ts";
export {
  hasTooManyBits,
  hasTooManyDigits,
  hexadecimalLength,
  maximumIntegerBits,
  spendDigits,
} from "./integer-size.ts";
export { OrderError, quantityOrder, relativeOrder } from "./compare.ts";
export { asFields, collectedKey, mergedKey, presentKey } from "./field-access.ts";
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
export { inspected } from "./inspection.ts";
export { HostMap } from "./host-map.ts";
export { hostFileOf } from "./host-file.ts";
export { HostCrossing, hostFunctionMarker, isLanguageValue } from "./host-crossing.ts";
export type { LossListener } from "./host-crossing.ts";
export { LossyValue, saysItself, standInFor, unreadable } from "./host-stand-in.ts";
export { isForeignPlain } from "./host-conversions.ts";
export type { HostReader } from "./host-reader.ts";
export { defineField, recordOf } from "./define-field.ts";

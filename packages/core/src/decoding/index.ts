// `@ptc/core/decoding`: reading the tagged JSON encoding of values.

export { decodeValue } from "./decode.ts";
export { DecodingError } from "./untrusted-json.ts";
export type { DecodeOptions, FunctionDecoder } from "./decode.ts";
export { parseInstant, parseLocalDate } from "./read-instant.ts";
export { makePeriod, parseTemporal, readZone } from "./read-temporal.ts";
export type { FixedZone } from "./read-temporal.ts";

// `@ptc/core/decoding`: reads the tagged JSON encoding of values.

export { decodeValue } from "./decode.ts";
export { DecodingError } from "./untrusted-json.ts";
export type { DecodeOptions, FunctionDecoder } from "./decode.ts";

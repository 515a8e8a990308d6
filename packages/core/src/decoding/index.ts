// `@ptc/core/decoding`: reading the tagged JSON encoding of values.

export { DecodingError, decodeValue } from "./decode.ts";
export type { FunctionDecoder } from "./decode.ts";

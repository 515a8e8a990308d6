// `@ptc/core/decoding`: reading the tagged JSON encoding of values.

export { DecodingError, decodeValue } from "../encoding/decode.ts";
export type { FunctionDecoder } from "../encoding/decode.ts";

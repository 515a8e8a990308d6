// `@ptc/core/encoding`: the tagged JSON encoding of values.

export { EncodingError, encodeValue } from "./encode.ts";
export type { FunctionEncoder, Json } from "./encode.ts";
export { DecodingError, decodeValue } from "./decode.ts";
export type { FunctionDecoder } from "./decode.ts";

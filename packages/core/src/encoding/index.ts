// `@ptc/core/encoding`: writing the tagged JSON encoding of values. Reading it is
// `@ptc/core/decoding`, apart, so that it can be loaded on need: much that is written is never read
// in the same process.

export { EncodingError, encodeValue } from "./encode.ts";
export type { FunctionEncoder, Json } from "./encode.ts";
export { readSpecialNumber, specialNumberText } from "./special-number.ts";
export { isTag, tags } from "./tags.ts";

// `@ptc/core/encoding`: writes the tagged JSON encoding of values. Reading is a subpath of its own,
// `@ptc/core/decoding`, so that it can be loaded when needed: many processes write values and never
// read one.

export { EncodingError, encodeValue } from "./encode.ts";
export type { FunctionEncoder, Json } from "./encode.ts";
export { tags } from "./tags.ts";

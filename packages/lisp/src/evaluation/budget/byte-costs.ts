// The bytes charged for values that builtins make. A host needs at most twice as many for what a
// program keeps; `test/limits/held-memory.test.ts` measures it.

/** A vector, list or sequence with its array, besides eight bytes for each element. */
export const bytesOfVector = 96;

/** A vector that shares its array with another one. */
export const bytesOfView = 64;

/** A map, besides the bytes of its entries. */
export const bytesOfMap = 112;

/** A function that a builtin makes of other functions, besides eight bytes for each of those. */
export const bytesOfFunction = 256;

// The bytes charged for values that builtins make. A host needs at most twice as many for what a
// program keeps; `test/limits/held-memory.test.ts` measures it.

/** A vector, list or sequence with its array, besides eight bytes for each element. */
export const bytesOfVector = 96;

/** A vector that shares its array with another one. */
export const bytesOfView = 64;

/** A map, besides the bytes of its entries. */
export const bytesOfMap = 112;

/** A vector with its array that a stage made of elements, whose array has room for more. */
export const bytesOfGroup = 160;

/** A key of a table that a builtin builds, with the copies that its growth needs. */
export const bytesOfKey = 80;

/** A result that `memoize` remembers, besides its arguments. */
export const bytesOfRemembered = 192;

/** A date, time, duration or period. */
export const bytesOfTemporal = 96;

/** A function that a builtin makes of other functions, besides eight bytes for each of those. */
export const bytesOfFunction = 256;

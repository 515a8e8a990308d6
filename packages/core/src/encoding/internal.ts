// `@ptc/core/internal/encoding`: parts of the tagged JSON encoding for the other packages of PTC.
// Versioning does not cover them: any release may change or remove them.

export { readSpecialNumber, specialNumberText } from "./special-number.ts";
export { isTag, temporalTag } from "./tags.ts";

// `@ptc/signature/internal`: parts of signatures for the other packages of PTC. Versioning does not
// cover them: any release may change or remove them.

export { renderField } from "./rendering/render-signature.ts";
export { inputSchemaAs, outputSchemaAs } from "./typed-signature.ts";
export { programContract } from "./program-contract.ts";
export type { ProgramContract } from "./program-contract.ts";
export type { Crossing } from "./validation/crossing.ts";
export { validateInputAs, validateOutputAs } from "./validation/validate.ts";
export { violationLines } from "./validation/violation.ts";

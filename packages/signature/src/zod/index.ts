// `@ptc/signature/zod`: signatures to and from schemas of zod 4, which the application installs.

export { signatureToZod, toZod } from "./to-zod.ts";
export type { SignatureZodSchemas } from "./to-zod.ts";
export { fromZod } from "./from-zod.ts";
export type { FromZodOptions } from "./from-zod.ts";

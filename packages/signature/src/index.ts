// `@ptc/signature`: typed contracts. Reads signatures from text, checks values against them, and
// writes them as text.

export { parseSignature, signature } from "./parse-signature.ts";
export type { ParseSignatureResult } from "./parse-signature.ts";
export type { SignatureError } from "./signature-error.ts";
export type {
  ConstantType,
  Definition,
  EnumType,
  Field,
  ListType,
  MapType,
  NilableType,
  ReferenceType,
  Signature,
  SimpleKind,
  SimpleType,
  Type,
  UnionType,
} from "./model.ts";
export { validateInput, validateOutput } from "./validation/validate.ts";
export type { ValidationMode, ValidationOptions } from "./validation/validate.ts";
export { violationsText } from "./validation/violation.ts";
export type { PathSegment, ValidationResult, Violation } from "./validation/violation.ts";
export { renderSignature, renderType } from "./rendering/render-signature.ts";
export type { RenderOptions } from "./rendering/render-signature.ts";
export { renderExample } from "./rendering/render-example.ts";
export { describeType } from "./rendering/describe-type.ts";
export { inputSchema, outputSchema } from "./typed-signature.ts";
export type {
  JsonSchemaWriter,
  SignatureIssue,
  SignatureResult,
  SignatureSchema,
  TypedSignature,
} from "./typed-signature.ts";
export type { FileInfo } from "./types/file-info.ts";
export type { CheckedSignature, Infer, InferInput } from "./types/infer.ts";

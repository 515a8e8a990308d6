// A signature's output as a Standard Schema, the interface by which schema libraries are used without knowing them
// (https://standardschema.dev, version 1). The types are written out, so that nothing is installed for them.

import type { Signature } from "./model.ts";
import { validateOutput } from "./validation/validate.ts";
import { mismatchText, type PathSegment, type ValidationResult } from "./validation/violation.ts";

export interface StandardSchemaIssue {
  /** Without the path. */
  readonly message: string;
  readonly path?: readonly PathSegment[];
}

export type StandardSchemaResult = { readonly value: unknown; readonly issues?: undefined } | { readonly issues: readonly StandardSchemaIssue[] };

/** An object that any taker of a Standard Schema accepts. */
export interface OutputSchema {
  readonly "~standard": {
    readonly version: 1;
    readonly vendor: "ptc";
    readonly validate: (value: unknown) => StandardSchemaResult;
  };
}

/** Validates as `validateOutput` does. Violations beyond the listed ones are one last issue that counts them. */
export function outputSchema(signature: Signature): OutputSchema {
  return { "~standard": { version: 1, vendor: "ptc", validate: (value) => toStandardResult(validateOutput(signature, value)) } };
}

function toStandardResult(result: ValidationResult): StandardSchemaResult {
  if (result.ok) return { value: result.value };
  const issues: StandardSchemaIssue[] = result.violations.map((violation) => ({
    message: mismatchText(violation), path: violation.segments,
  }));
  if (result.omitted > 0) issues.push({ message: `and ${String(result.omitted)} more violations` });
  return { issues };
}

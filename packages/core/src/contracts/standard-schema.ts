// The part of the Standard Schema interface that PTC uses, for the return value of a run and for
// the arguments and answers of tools. Source: standardschema.dev, version 1.

/** One thing that a schema found wrong, as Standard Schema 1 has it. */
export interface StandardIssue {
  readonly message: string;
  readonly path?: readonly (PropertyKey | { readonly key: PropertyKey })[] | undefined;
}

/** What a Standard Schema 1 answers: the value it takes, or issues. */
export type StandardResult<Output> =
  | { readonly value: Output; readonly issues?: undefined }
  | { readonly issues: readonly StandardIssue[] };

/** Any schema that follows the interface: zod, valibot, arktype, a signature. */
export interface StandardSchema<Output = unknown> {
  readonly "~standard": {
    readonly version: 1;
    readonly vendor: string;
    readonly validate: (value: unknown) => StandardResult<Output> | Promise<StandardResult<Output>>;
  };
}

/**
 * Whether something that a host passed is a schema. A schema may be an object or a function; it is
 * not called to find out.
 */
export function isStandardSchema(value: unknown): value is StandardSchema {
  return (
    ((typeof value === "object" && value !== null) || typeof value === "function") &&
    "~standard" in value
  );
}

/** `items[0].name: message`, or the message alone for the value as a whole. */
export function issueText(issue: StandardIssue): string {
  const path = (issue.path ?? []).map((segment) =>
    typeof segment === "object" ? segment.key : segment,
  );
  const text = path.reduce<string>(
    (before, key) =>
      before +
      (typeof key === "number" ? `[${String(key)}]` : `${before === "" ? "" : "."}${String(key)}`),
    "",
  );
  return text === "" || issue.message.startsWith(text)
    ? issue.message
    : `${text}: ${issue.message}`;
}

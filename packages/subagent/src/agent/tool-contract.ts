// What a tool takes and answers, as its signature or its schemas say. Also wraps a tool so that its
// arguments are checked before it is called, and its answer before a program sees it.

import {
  isThenable,
  type StandardSchema,
  type Tool,
  type ToolArguments,
  type ToolFunction,
} from "@ptc/core/contracts";
import { issueTexts } from "@ptc/core/errors";
import {
  validateInput,
  validateOutput,
  violationLines,
  type Definition,
  type Field,
  type Signature,
  type Type,
  type ValidationMode,
  type ValidationResult,
} from "@ptc/signature";
import { typeOfStandardSchema } from "@ptc/signature/json-schema";

/** What a model is told of a tool, and how its calls are checked. */
export interface ToolContract {
  /** The named types that the parameters and the output refer to. */
  readonly definitions: readonly Definition[];
  /** The arguments by name; undefined when the names are not known. */
  readonly parameters: readonly Field[] | undefined;
  readonly output: Type | undefined;
  readonly input: Check | undefined;
  readonly answer: Check | undefined;
}

/** The result of checking a value: the value to go on with, or what is wrong with it. */
type CheckResult =
  | { readonly ok: true; readonly value: unknown; readonly warnings: readonly string[] }
  | { readonly ok: false; readonly problems: readonly string[] };

type Check = (value: unknown, mode: ValidationMode) => CheckResult | Promise<CheckResult>;

export function contractOfSignature(signature: Signature): ToolContract {
  return {
    definitions: signature.definitions,
    parameters: signature.parameters,
    output: signature.output,
    input: (value, mode) => checked(validateInput(signature, value, { mode })),
    answer: (value, mode) => checked(validateOutput(signature, value, { mode })),
  };
}

/**
 * The contract of a tool that describes itself by schemas of another library. The schemas check the
 * values. The model is shown the shape that they describe, as far as a signature can express it.
 */
export function contractOfSchemas({
  inputSchema,
  outputSchema,
}: Pick<Tool, "inputSchema" | "outputSchema">): ToolContract {
  const input = inputSchema === undefined ? undefined : typeOfStandardSchema(inputSchema, "input");
  const output =
    outputSchema === undefined ? undefined : typeOfStandardSchema(outputSchema, "output");
  return {
    definitions: [...(input?.definitions ?? []), ...(output?.definitions ?? [])],
    parameters: fieldsOf(input?.type),
    output: output?.type,
    input: schemaCheck(inputSchema),
    answer: schemaCheck(outputSchema),
  };
}

function fieldsOf(type: Type | undefined): readonly Field[] | undefined {
  if (type?.kind === "reference" || type?.kind === "nilable") return fieldsOf(type.type);
  return type?.kind === "map" ? type.fields : undefined;
}

/**
 * `execute` with checks of its arguments and its answer. A call that does not match the contract
 * throws, as a failing tool does: the program may catch the error, and the model reads which places
 * are wrong. `warn` is called with the warnings of the checks: values that were converted, and
 * mismatches that only warn.
 */
export function contracted(
  execute: ToolFunction,
  { input, answer }: ToolContract,
  mode: ValidationMode,
  warn: (warning: string) => void,
): ToolFunction {
  if (mode === "disabled" || (input === undefined && answer === undefined)) return execute;
  const accept = (result: CheckResult, what: string): unknown => {
    if (!result.ok) throw new TypeError(`${what}: ${result.problems.join("; ")}`);
    result.warnings.forEach(warn);
    return result.value;
  };
  return (args, context) => {
    const call = (given: unknown): unknown => execute(given as ToolArguments, context);
    const finish = (answered: unknown): unknown =>
      then(answer?.(answered, mode), (result) =>
        result === undefined ? answered : accept(result, "its answer does not match its contract"),
      );
    return then(input?.(args, mode), (result) =>
      then(call(result === undefined ? args : accept(result, "wrong arguments")), finish),
    );
  };
}

/**
 * Applies `next` to a value or to what a promise resolves to. A value that is not a promise is
 * handled at once, so that a synchronous tool stays synchronous.
 */
function then<Given>(value: Given | Promise<Given>, next: (value: Given) => unknown): unknown {
  return isThenable(value) ? Promise.resolve(value).then(next) : next(value);
}

function checked(result: ValidationResult): CheckResult {
  return result.ok
    ? { ok: true, value: result.value, warnings: result.warnings ?? [] }
    : { ok: false, problems: violationLines(result) };
}

function schemaCheck(schema: StandardSchema | undefined): Check | undefined {
  if (schema === undefined) return undefined;
  const resultOf = (
    { issues, ...rest }: Awaited<ReturnType<StandardSchema["~standard"]["validate"]>>,
    given: unknown,
    mode: ValidationMode,
  ): CheckResult => {
    if (issues === undefined)
      return { ok: true, value: "value" in rest ? rest.value : given, warnings: [] };
    const problems = issueTexts(issues);
    return mode === "warn-only"
      ? { ok: true, value: given, warnings: problems }
      : { ok: false, problems };
  };
  return (value, mode) => {
    const result = schema["~standard"].validate(value);
    return result instanceof Promise
      ? result.then((settled) => resultOf(settled, value, mode))
      : resultOf(result, value, mode);
  };
}

// What a tool takes and answers, as its signature or its schemas say. Also wraps a tool so that its
// arguments are checked before it is called, and its answer before a program sees it.

import type {
  StandardSchema,
  Tool,
  ToolArguments,
  ToolContext,
  ToolFunction,
} from "@ptc/core/contracts";
import { isThenable } from "@ptc/core/internal/contracts";
import { issueTexts } from "@ptc/core/internal/errors";
import {
  validateInput,
  validateOutput,
  type Definition,
  type Field,
  type Signature,
  type Type,
  type ValidationMode,
  type ValidationResult,
} from "@ptc/signature";
import { violationLines } from "@ptc/signature/internal";
import { typeOfStandardSchema } from "@ptc/signature/json-schema";
import { droppedWords } from "@ptc/signature/internal/json-schema";
import { isMissionStep, valueOfAnswer, type StepOfMission } from "./tool-answer.ts";

/** What a model is told of a tool, and how its calls are checked. */
export interface ToolContract {
  /** The named types that the parameters and the output refer to. */
  readonly definitions: readonly Definition[];
  /** The arguments by name; undefined when the names are not known. */
  readonly parameters: readonly Field[] | undefined;
  readonly output: Type | undefined;
  /** What the schema of the arguments says and a signature cannot, in words. */
  readonly notes?: string;
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
  const notes = droppedWords(input?.dropped ?? []);
  return {
    definitions: [...(input?.definitions ?? []), ...(output?.definitions ?? [])],
    parameters: fieldsOf(input?.type),
    output: output?.type,
    ...(notes === "" ? {} : { notes }),
    input: schemaCheck(inputSchema),
    answer: schemaCheck(outputSchema),
  };
}

function fieldsOf(type: Type | undefined): readonly Field[] | undefined {
  if (type?.kind === "reference" || type?.kind === "nilable") return fieldsOf(type.type);
  return type?.kind === "map" ? type.fields : undefined;
}

/**
 * How the calls of a tool are checked. What does not match the contract throws, as a failing tool
 * does: the program may catch the error, and the model reads which places are wrong.
 */
export interface Checking {
  readonly mode: ValidationMode;
  /** Is told of values that were converted, and of mismatches that only warn. */
  readonly warn: (warning: string) => void;
}

/** `execute`, which gets its arguments as the contract types them. */
export function withCheckedArguments(
  execute: ToolFunction,
  { input }: ToolContract,
  checking: Checking,
): ToolFunction {
  if (checking.mode === "disabled" || input === undefined) return execute;
  return (args, context) =>
    then(input(args, checking.mode), (result) =>
      execute(accepted(result, "wrong arguments", checking) as ToolArguments, context),
    );
}

/** `execute`, whose answer is held to the contract. */
export function withCheckedAnswer(
  execute: ToolFunction,
  contract: ToolContract,
  checking: Checking,
): ToolFunction {
  if (checking.mode === "disabled" || contract.answer === undefined) return execute;
  return (args, context) =>
    then(execute(args, context), (answer) => checkedAnswer(answer, contract, checking));
}

/** An answer as the contract spells it, or a promise of that. @throws TypeError */
export function checkedAnswer(
  answer: unknown,
  contract: ToolContract,
  checking: Checking,
): unknown {
  if (checking.mode === "disabled") return answer;
  return then(contract.answer?.(answer, checking.mode), (result) =>
    result === undefined
      ? answer
      : accepted(result, "its answer does not match its contract", checking),
  );
}

function accepted(result: CheckResult, what: string, { warn }: Checking): unknown {
  if (!result.ok) throw new TypeError(`${what}: ${result.problems.join("; ")}`);
  result.warnings.forEach(warn);
  return result.value;
}

/**
 * `execute` with what its answer stands for in place of the answer. `keep` is given the steps of
 * missions among the answers.
 */
export function withOutcome(
  execute: ToolFunction,
  keep: (step: StepOfMission, call: ToolContext) => void,
): ToolFunction {
  return (args, context) =>
    then(execute(args, context), (answer) => {
      if (isMissionStep(answer)) keep(answer, context);
      return valueOfAnswer(answer);
    });
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

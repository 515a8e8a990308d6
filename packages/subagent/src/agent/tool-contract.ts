// The contract of a tool, from its signature or its schemas. Also wraps tools to check their
// arguments before the call, and their results before a program sees them.

import type {
  StandardSchema,
  Tool,
  ToolArguments,
  ToolContext,
  ToolFunction,
} from "@ptc/core/contracts";
import { argumentsOfSchema, forPrograms, unknownArguments } from "@ptc/core/internal/arguments";
import { isThenable, type JsonCrossing } from "@ptc/core/internal/contracts";
import { issueTexts } from "@ptc/core/internal/errors";
import { isObject } from "@ptc/core/internal/host";
import type {
  Definition,
  Field,
  Signature,
  Type,
  ValidationMode,
  ValidationResult,
} from "@ptc/signature";
import {
  validateInputAs,
  validateOutputAs,
  violationLines,
  type Crossing,
} from "@ptc/signature/internal";
import { typeOfStandardSchema } from "@ptc/signature/json-schema";
import { droppedWords } from "@ptc/signature/internal/json-schema";
import { isMissionStep, valueOfAnswer, type StepOfMission } from "./tool-answer.ts";

/** The types of a tool that the model sees, and the checks of its calls. */
export interface ToolContract {
  /** The named types that the parameters and the output refer to. */
  readonly definitions: readonly Definition[];
  /** The arguments by name; undefined when the names are not known. */
  readonly parameters: readonly Field[] | undefined;
  readonly output: Type | undefined;
  /** Constraints of the argument schema that a signature can't express, in words. */
  readonly notes?: string;
  readonly input: Check | undefined;
  readonly answer: Check | undefined;
}

/** The result of checking a value: the value to use, or the problems. */
type CheckResult =
  | { readonly ok: true; readonly value: unknown; readonly warnings: readonly string[] }
  | { readonly ok: false; readonly problems: readonly string[] };

type Check = (value: unknown, mode: ValidationMode) => CheckResult | Promise<CheckResult>;

/** The arguments of a tool with a signature. */
export interface ArgumentsCrossing extends Crossing {
  /** False if calls may have arguments that the tool doesn't declare. Default: true. */
  readonly checksNames?: boolean;
  /** How results are checked. */
  readonly answers?: JsonCrossing;
}

/**
 * Returns the contract of a tool with a signature. Only programs and models get results, so a
 * result may contain integers of any size.
 */
export function contractOfSignature(
  signature: Signature,
  { checksNames = true, answers = {}, ...crossing }: ArgumentsCrossing = {},
): ToolContract {
  const names = signature.parameters.map(({ name }) => name);
  return {
    definitions: signature.definitions,
    parameters: signature.parameters,
    output: signature.output,
    input: (value, mode) => {
      const options = { ...crossing, refusesMisspelled: checksNames };
      const result = checked(validateInputAs(signature, value, mode, options));
      // The mode `strict` refuses additional fields itself.
      return checksNames && mode !== "strict" && isObject(value)
        ? withProblems(result, unknownArguments(Object.keys(value), names), mode)
        : result;
    },
    answer: (value, mode) => {
      if (value === null && answers.takesNil === true) return { ok: true, value, warnings: [] };
      const takes = { ...crossing, takesBigints: true };
      const result = checked(validateOutputAs(signature, value, mode, takes));
      return answers.warnsOfAnswers === true ? passedOn(result, value) : result;
    },
  };
}

/** Accepts a result that violates the contract, with the problems as warnings. */
function passedOn(result: CheckResult, value: unknown): CheckResult {
  if (result.ok) return result;
  const warnings = result.problems.map(
    (problem) => `its result differs from its contract: ${problem}`,
  );
  return { ok: true, value, warnings };
}

/** Returns the contract of a mission as a tool. Programs read integers of any size. */
export function contractOfMission(signature: Signature): ToolContract {
  return contractOfSignature(signature, { takesBigints: true });
}

/**
 * Returns the contract of a tool with schemas of another library. The schemas check the values.
 * The model sees their type as exactly as a signature can express it.
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
    input: argumentCheck(inputSchema),
    answer: schemaCheck(outputSchema),
  };
}

function fieldsOf(type: Type | undefined): readonly Field[] | undefined {
  if (type?.kind === "reference" || type?.kind === "nilable") return fieldsOf(type.type);
  return type?.kind === "map" ? type.fields : undefined;
}

/**
 * How calls of a tool are checked. A mismatch throws like a failing tool: the program can catch
 * the error, and the model sees the paths of the wrong values.
 */
export interface Checking {
  readonly mode: ValidationMode;
  /** Called with a warning for each converted value, and for mismatches that only warn. */
  readonly warn: (warning: string) => void;
}

/** Returns `execute` with arguments checked and converted by the contract. */
export function withCheckedArguments(
  execute: ToolFunction,
  { input }: ToolContract,
  checking: Checking,
): ToolFunction {
  if (checking.mode === "disabled" || input === undefined) return execute;
  return (args, context) =>
    then(noted(input(args, checking.mode), context), (result) =>
      execute(accepted(result, "wrong arguments", checking) as ToolArguments, context),
    );
}

/** Returns `execute` with its result checked by the contract. */
export function withCheckedAnswer(
  execute: ToolFunction,
  contract: ToolContract,
  checking: Checking,
): ToolFunction {
  if (checking.mode === "disabled" || contract.answer === undefined) return execute;
  return (args, context) =>
    then(execute(args, context), (answer) =>
      noted(checkedAnswer(answer, contract, checking), context),
    );
}

/** Notes the work of an async check, which continues without an answer of the tool. */
export function noted<Checked>(
  checked: Checked | Promise<Checked>,
  { noteWork }: ToolContext,
): Checked | Promise<Checked> {
  if (noteWork !== undefined && isThenable(checked)) noteWork(checked);
  return checked;
}

/** Returns the result as converted by the contract, or a promise of it. @throws TypeError */
export function checkedAnswer(
  answer: unknown,
  contract: ToolContract,
  checking: Checking,
): unknown {
  if (checking.mode === "disabled") return answer;
  return then(contract.answer?.(answer, checking.mode), (result) =>
    result === undefined
      ? answer
      : accepted(result, "its result does not match its contract", checking),
  );
}

function accepted(result: CheckResult, what: string, { warn }: Checking): unknown {
  if (!result.ok) throw new TypeError(`${what}: ${result.problems.join("; ")}`);
  result.warnings.forEach(warn);
  return result.value;
}

/**
 * Returns `execute` with its results unwrapped by `valueOfAnswer`. Calls `keep` for results that
 * are steps of missions.
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
 * Applies `next` to a value or to the result of a promise. Other values are handled immediately,
 * so that a synchronous tool stays synchronous.
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

/** Checks arguments under the names that the schema declares. */
function argumentCheck(schema: StandardSchema | undefined): Check | undefined {
  const check = schemaCheck(schema && forPrograms(schema));
  const declared = schema === undefined ? undefined : argumentsOfSchema(schema);
  if (check === undefined || declared === undefined) return check;
  return (given, mode) => {
    const named = declared.named(given);
    if (named.ok) return check(named.value, mode);
    if (mode !== "warn-only") return { ok: false, problems: named.problems };
    return then(check(given, mode), (result) => withProblems(result, named.problems, mode)) as
      CheckResult | Promise<CheckResult>;
  };
}

/** Adds problems to the result of a check; they only warn in the mode `warn-only`. */
function withProblems(
  result: CheckResult,
  problems: readonly string[],
  mode: ValidationMode,
): CheckResult {
  if (problems.length === 0) return result;
  if (!result.ok) return { ok: false, problems: [...problems, ...result.problems] };
  return mode === "warn-only"
    ? { ...result, warnings: [...result.warnings, ...problems] }
    : { ok: false, problems };
}

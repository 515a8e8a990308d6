// A tool with which a program asks the user a question. The run waits until `answer(…)` continues
// it.

import type { StandardResult, StandardSchema, Tool } from "@ptc/core/contracts";
import { OptionError } from "@ptc/core/errors";
import { expectedSchema, isStandardSchema } from "@ptc/core/internal/contracts";
import { assertKnownOptions } from "@ptc/core/internal/errors";
import { isObject } from "@ptc/core/internal/host";
import { suspend } from "./suspension.ts";

/** The options of `askUser`. Agents also accept the text of a type as `answer`. */
export interface AskUserOptions<Answer = StandardSchema> {
  /**
   * The type of an answer: a schema from zod, valibot, arktype… or a signature of
   * `@ptc/signature`. Default: any text.
   */
  readonly answer?: Answer;
  /** The description that a model sees. */
  readonly description?: string;
  /**
   * The time in milliseconds after which a question without an answer fails. Default: it waits
   * without limit.
   */
  readonly answerTimeoutMs?: number;
}

/** The `data` of a pending question, from which an application can make a form. */
export interface Question {
  readonly question: string;
  /** Answers that the program proposes. Others are possible, unless the schema excludes them. */
  readonly choices?: readonly string[];
  /** The JSON Schema of the answer, if the option `answer` was given and can write one. */
  readonly schema?: unknown;
}

const optionNames: readonly string[] = [
  "answer",
  "description",
  "answerTimeoutMs",
] satisfies readonly (keyof AskUserOptions)[];

/**
 * Returns a tool with the arguments `question`, a text, and optionally `choices`, a list of texts.
 * A call suspends the run. Its pending call has a `Question` as `data`, and `answer(…)` gives the
 * result, which is checked against the schema before the run continues.
 *
 * @example
 *   const tools = { ask: askUser() };
 *   const step = await run('(tool/ask {:question "Which city?"})', { tools });
 *
 * @throws OptionError
 */
export function askUser(options: AskUserOptions = {}): Tool {
  assertKnownOptions(options, optionNames);
  const { answer, answerTimeoutMs, description = defaultDescription } = options;
  if (answer !== undefined && !isStandardSchema(answer))
    throw new OptionError("answer", expectedSchema(answer, "output"));
  if (typeof (description as unknown) !== "string")
    throw new OptionError("description", "expected text");
  if (answerTimeoutMs !== undefined && !(Number.isFinite(answerTimeoutMs) && answerTimeoutMs > 0))
    throw new OptionError("answerTimeoutMs", "expected a number above 0");
  return {
    description,
    inputSchema: questionSchema,
    outputSchema: answer ?? textSchema,
    suspends: true,
    effect: "read",
    ...(answerTimeoutMs === undefined ? {} : { approvalTimeoutMs: answerTimeoutMs }),
    execute: (args) => {
      const schema = answer === undefined ? undefined : jsonSchemaOf(answer);
      const data = { ...args, ...(schema === undefined ? {} : { schema }) };
      throw suspend({ reason: "asks a question", data });
    },
  };
}

const defaultDescription =
  "Asks the user a question and returns the answer. Use `choices` to propose answers.";

/** A Standard Schema that also writes its JSON Schema, which the model sees as types. */
interface DescribedSchema<Output> extends StandardSchema<Output> {
  readonly "~standard": StandardSchema<Output>["~standard"] & {
    readonly jsonSchema: Readonly<Record<"input" | "output", () => object>>;
  };
}

const questionSchema = /* @__PURE__ */ described(
  {
    type: "object",
    properties: {
      question: { type: "string" },
      choices: { type: "array", items: { type: "string" } },
    },
    required: ["question"],
    additionalProperties: false,
  },
  checkedQuestion,
);

const textSchema = /* @__PURE__ */ described({ type: "string" }, (value) =>
  typeof value === "string" ? { value } : wrong("expected text"),
);

function described<Output>(
  schema: object,
  validate: (value: unknown) => StandardResult<Output>,
): DescribedSchema<Output> {
  const write = (): object => schema;
  return {
    "~standard": {
      version: 1,
      vendor: "ptc",
      validate,
      jsonSchema: { input: write, output: write },
    },
  };
}

function checkedQuestion(value: unknown): StandardResult<Question> {
  const { question, choices } = isObject(value) ? value : {};
  if (typeof question !== "string" || question.trim() === "")
    return wrong("expected text that isn't empty", "question");
  if (choices === undefined || choices === null) return { value: { question } };
  if (!isTexts(choices)) return wrong("expected a list of texts", "choices");
  return { value: { question, choices } };
}

function isTexts(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every((item) => typeof item === "string");
}

function wrong(
  message: string,
  name?: string,
): { readonly issues: StandardResult<never>["issues"] & object } {
  return { issues: [{ message, ...(name === undefined ? {} : { path: [name] }) }] };
}

/** Returns the JSON Schema of what a person enters, or undefined if the schema writes none. */
function jsonSchemaOf(schema: StandardSchema): unknown {
  try {
    const { jsonSchema } = schema["~standard"] as Partial<DescribedSchema<unknown>["~standard"]>;
    const write = jsonSchema?.input as ((options: object) => unknown) | undefined;
    return write?.call(jsonSchema, { target: "draft-2020-12" });
  } catch {
    return undefined;
  }
}

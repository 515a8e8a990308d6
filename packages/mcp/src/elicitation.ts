// Asks the user of an MCP client about calls that wait, for servers that run programs or missions:
//
//   step.pending ── elicitationForm ──> a form of `elicitation/create` ── client, user
//   resume(…, { decisions }) <── elicitedDecision ── its result
//
// The forms have only the fields that the protocol allows: texts, numbers, booleans and choices.

import { isObject, type JsonObject } from "@ptc/core/internal/host";
import { oneLine } from "@ptc/core/internal/errors";
import { shortened } from "@ptc/core/internal/printing";
import { visibleText } from "@ptc/core/printing";
import { answer, approve, deny, type Decision, type PendingCall } from "@ptc/lisp";
import { shownToolName } from "./shown-tool-name.ts";

/** The parameters of `elicitation/create` for one call. */
export interface ElicitationForm {
  readonly mode: "form";
  readonly message: string;
  readonly requestedSchema: {
    readonly type: "object";
    readonly properties: Readonly<Record<string, ElicitedField>>;
    readonly required: string[];
  };
}

/** The JSON Schema of a field that a client can show. */
export type ElicitedField =
  | {
      readonly type: "string";
      readonly title?: string;
      readonly description?: string;
      readonly enum?: string[];
      readonly minLength?: number;
      readonly maxLength?: number;
      readonly format?: "email" | "uri" | "date" | "date-time";
    }
  | {
      readonly type: "number" | "integer";
      readonly title?: string;
      readonly description?: string;
      readonly minimum?: number;
      readonly maximum?: number;
    }
  | { readonly type: "boolean"; readonly title?: string; readonly description?: string };

const longestArguments = 4_000;
const longestText = 2_000;
const longestLabel = 500;
const mostFields = 50;
const mostChoices = 200;

/**
 * Returns the form that asks a person about a call, for `elicitInput` or `inputRequired.elicit` of
 * the MCP SDK. A call that waits for an approval gives a form with the choices `approve` and
 * `deny`, and a question of `askUser` one with fields for its answer.
 *
 * @returns undefined if no form can answer the call: it waits for something else than a person, its
 *   arguments are too long to show in full, or its answer has parts that forms can't have
 */
export function elicitationForm(call: PendingCall): ElicitationForm | undefined {
  const question = questionOf(call);
  if (question !== undefined) return questionForm(question);
  return needsApproval(call) ? approvalForm(call) : undefined;
}

/**
 * Returns the decision in the result of a form of `elicitationForm`. A user who declines denies the
 * call. One who closes the form decides nothing, and a result that doesn't fit the form is no
 * decision: the call then waits for longer. The run checks an answer against its schema.
 */
export function elicitedDecision(call: PendingCall, result: unknown): Decision | undefined {
  const form = elicitationForm(call);
  if (form === undefined || !isObject(result)) return undefined;
  if (result["action"] === "decline") return deny("the user declined");
  const { content } = result;
  if (result["action"] !== "accept" || !isObject(content)) return undefined;
  const question = questionOf(call);
  if (question === undefined) return approvalIn(content);
  const given = Object.fromEntries(
    Object.keys(form.requestedSchema.properties)
      .filter((name) => Object.hasOwn(content, name))
      .map((name) => [name, content[name]]),
  );
  if (form.requestedSchema.required.some((name) => given[name] === undefined)) return undefined;
  return answer(fieldsOf(question.schema) === undefined ? given[answerName] : given);
}

function approvalIn({ decision, reason }: JsonObject): Decision | undefined {
  if (decision === "approve") return approve();
  if (decision !== "deny") return undefined;
  const text = typeof reason === "string" ? reason.trim() : "";
  return text === "" ? deny("the user denied it") : deny(shortened(text, longestText));
}

/** True if a person decides whether the call is made, or made again. */
function needsApproval({ reason, uncertain }: PendingCall): boolean {
  return reason === "approval" || uncertain === true;
}

function approvalForm(call: PendingCall): ElicitationForm | undefined {
  const args = visibleText(JSON.stringify(call.arguments, undefined, 2));
  // A person can't approve what isn't shown.
  if (args.length > longestArguments) return undefined;
  const name = shownToolName(call.tool);
  const question =
    call.uncertain === true
      ? `A call of the tool ${name} may have taken effect. Make it again with these arguments?`
      : `May the program call the tool ${name} with these arguments?`;
  return {
    mode: "form",
    message: `${question}\n\n${args}`,
    requestedSchema: {
      type: "object",
      properties: {
        decision: { type: "string", title: "Decision", enum: ["approve", "deny"] },
        reason: {
          type: "string",
          title: "Reason",
          description: "If you deny it: why. The program can read it.",
          maxLength: longestText,
        },
      },
      required: ["decision"],
    },
  };
}

interface AskedQuestion {
  readonly question: string;
  readonly choices: readonly string[];
  /** The JSON Schema of the answer; undefined for a text. */
  readonly schema: unknown;
}

/** Returns the question of `askUser`. */
function questionOf({ data, uncertain }: PendingCall): AskedQuestion | undefined {
  if (uncertain === true || !isObject(data)) return undefined;
  const { question, choices, schema } = data;
  if (typeof question !== "string") return undefined;
  const texts: readonly unknown[] = Array.isArray(choices) ? choices : [];
  return { question, choices: texts.filter((text) => typeof text === "string"), schema };
}

const answerName = "answer";

function questionForm({ question, choices, schema }: AskedQuestion): ElicitationForm | undefined {
  const form = (
    properties: Readonly<Record<string, ElicitedField>>,
    required: string[],
  ): ElicitationForm => ({
    mode: "form",
    message: shortened(visibleText(question), longestText),
    requestedSchema: { type: "object", properties, required },
  });
  const fields = fieldsOf(schema);
  if (fields !== undefined) return form(fields.properties, fields.required);
  const field = schema === undefined ? ({ type: "string" } as const) : fieldOf(schema);
  if (field === undefined) return undefined;
  const proposals =
    choices.length === 0
      ? {}
      : { description: oneLine(`For example: ${choices.join(", ")}`, longestLabel) };
  return form({ [answerName]: { title: "Answer", ...proposals, ...field } }, [answerName]);
}

/** Returns the fields of an object whose properties are all simple. */
function fieldsOf(
  schema: unknown,
): Pick<ElicitationForm["requestedSchema"], "properties" | "required"> | undefined {
  if (!isObject(schema) || schema["type"] !== "object" || !isObject(schema["properties"]))
    return undefined;
  const properties = Object.entries(schema["properties"]);
  if (properties.length === 0 || properties.length > mostFields) return undefined;
  const fields: (readonly [string, ElicitedField])[] = [];
  for (const [name, property] of properties) {
    const field = fieldOf(property);
    if (field === undefined) return undefined;
    fields.push([name, field]);
  }
  const required: readonly unknown[] = Array.isArray(schema["required"]) ? schema["required"] : [];
  return {
    properties: Object.fromEntries(fields),
    required: required.filter((name) => typeof name === "string"),
  };
}

const formats = ["email", "uri", "date", "date-time"] as const;

/** Returns a field for a value of a simple type. Other rules are checked when the run continues. */
function fieldOf(given: unknown): ElicitedField | undefined {
  const schema = withoutNull(given);
  if (!isObject(schema)) return undefined;
  const { type } = schema;
  const labels = {
    ...labelOf(schema, "title"),
    ...labelOf(schema, "description"),
  };
  switch (type) {
    case "string": {
      const choices = schema["enum"];
      if (choices !== undefined) {
        if (!isChoices(choices)) return undefined;
        return { type, ...labels, enum: [...choices] };
      }
      const format = formats.find((known) => known === schema["format"]);
      return {
        type,
        ...labels,
        ...limitOf(schema, "minLength"),
        ...limitOf(schema, "maxLength"),
        ...(format === undefined ? {} : { format }),
      };
    }
    case "number":
    case "integer":
      return { type, ...labels, ...limitOf(schema, "minimum"), ...limitOf(schema, "maximum") };
    case "boolean":
      return { type, ...labels };
    default:
      return undefined;
  }
}

/** Returns the schema of values other than null: a person leaves a field empty instead. */
function withoutNull(schema: unknown): unknown {
  if (!isObject(schema)) return schema;
  const { type, anyOf, ...rest } = schema;
  if (Array.isArray(type)) return { ...rest, type: onlyOther(type, (item) => item === "null") };
  if (!Array.isArray(anyOf) || type !== undefined) return schema;
  const other = onlyOther(anyOf, (item) => isObject(item) && item["type"] === "null");
  return isObject(other) ? { ...rest, ...other } : undefined;
}

/** Returns the only element that isn't null; undefined if there are several. */
function onlyOther(elements: readonly unknown[], isNull: (element: unknown) => boolean): unknown {
  const others = elements.filter((element) => !isNull(element));
  return others.length === 1 ? others[0] : undefined;
}

function isChoices(given: unknown): given is readonly string[] {
  return (
    Array.isArray(given) &&
    given.length <= mostChoices &&
    given.every((choice) => typeof choice === "string")
  );
}

function labelOf<Name extends "title" | "description">(
  schema: JsonObject,
  name: Name,
): { readonly [Key in Name]?: string } {
  const text = schema[name];
  const found = typeof text === "string" ? { [name]: oneLine(text, longestLabel) } : {};
  return found as { readonly [Key in Name]?: string };
}

function limitOf<Name extends "minimum" | "maximum" | "minLength" | "maxLength">(
  schema: JsonObject,
  name: Name,
): { readonly [Key in Name]?: number } {
  const limit = schema[name];
  const found = typeof limit === "number" ? { [name]: limit } : {};
  return found as { readonly [Key in Name]?: number };
}

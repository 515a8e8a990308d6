// Derives a mission's input from the step before it: the context, or the reason why it cannot
// begin, and the descriptions of the fields.
//
//   a map                      its fields, as data/…
//   any other value            the one parameter of the agent
//   a failure                  nothing is run: `chained_failure`

import { OptionError } from "@ptc/core/errors";
import { oneLine } from "@ptc/core/internal/errors";
import type { Fail } from "@ptc/core/contracts";
import { HostFile } from "@ptc/core/values";
import type { Agent } from "../agent/agent.ts";
import { isMissionStep, isPlain, type StepOfMission } from "../agent/tool-answer.ts";
import { wrongOption } from "../options/option-checks.ts";
import { describedFields } from "./described-fields.ts";
import { failedBefore } from "./failed-before.ts";

export interface ChainedContext {
  /** The agent, with the step's descriptions for the fields that the agent does not describe. */
  readonly agent: Agent;
  /** The option `context`, with a step replaced by its fields. */
  readonly context: unknown;
  /** The reason why the mission cannot begin. */
  readonly refused: Fail | undefined;
  /** The step whose answer is in the context. */
  readonly before?: StepOfMission;
}

/**
 * Returns the context for a mission of `agent`. `given` is the mission's option `context`, which
 * may be a step. If `before` passes the step separately, the fields of `given` take precedence
 * over those of the step.
 * @throws OptionError for a second step
 */
export function chainedContext(
  agent: Agent,
  given: unknown,
  before?: StepOfMission,
): ChainedContext {
  const isStep = isMissionStep(given);
  if (before !== undefined && isStep)
    throw new OptionError(
      "context",
      "expected additional fields, got a second step: pass its fields, { ...step.return }",
    );
  const step = before ?? (isStep ? given : undefined);
  if (step === undefined) return { agent, context: given, refused: undefined };
  const own = isStep ? undefined : given;
  if (!step.ok) return { agent, context: own, refused: failedBefore(step.fail) };
  const fields = fieldsOf(step.return, agent);
  if (fields === undefined)
    return { agent, context: own, refused: unnamedFail(step.return, agent) };
  return {
    agent: withDescriptions(agent, describedFields(step, fields, own)),
    context: own === undefined ? fields : joined(fields, own),
    refused: undefined,
    before: step,
  };
}

/**
 * Returns the step that a mission is chained onto.
 * @throws OptionError for anything else
 */
export function checkedStep(step: unknown): StepOfMission {
  if (!isMissionStep(step)) throw wrongOption("step", "expected the step of a mission", step);
  return step;
}

function fieldsOf(value: unknown, { signature }: Agent): object | undefined {
  if (typeof value === "object" && value !== null && isPlain(value) && !HostFile.is(value))
    return value;
  const [parameter, ...others] = signature.parameters;
  return parameter === undefined || others.length > 0 ? undefined : { [parameter.name]: value };
}

/**
 * Copies property descriptors without running accessors: data is read later, where its errors are
 * handled.
 */
function joined(fields: object, own: unknown): unknown {
  if (typeof own !== "object" || own === null || Array.isArray(own)) return own;
  return Object.defineProperties(
    {},
    { ...Object.getOwnPropertyDescriptors(fields), ...Object.getOwnPropertyDescriptors(own) },
  );
}

function withDescriptions(agent: Agent, flowing: ReadonlyMap<string, string>): Agent {
  const own = agent.signature.parameters.filter(({ description }) => description !== undefined);
  const named = new Set(own.map(({ name }) => name));
  const inherited = [...flowing].filter(([name]) => !named.has(name));
  if (inherited.length === 0) return agent;
  return { ...agent, contextDescriptions: new Map([...inherited, ...agent.contextDescriptions]) };
}

function unnamedFail(value: unknown, { signature: { parameters } }: Agent): Fail {
  const takes =
    parameters.length === 0
      ? "names no parameter"
      : `takes ${String(parameters.length)} parameters`;
  return {
    reason: "validation_error",
    message: `the previous step returned ${kindOf(value)}, not a map of fields, but the agent ${takes}: name it, context: { ${oneLine(parameters[0]?.name ?? "rows", 60)}: step.return }`,
    details: { kind: "validation_error" },
  };
}

function kindOf(value: unknown): string {
  if (value === null || value === undefined) return "nil";
  if (Array.isArray(value)) return "a list";
  if (typeof value === "string") return "a text";
  return typeof value === "object" ? "an object" : `a ${typeof value}`;
}

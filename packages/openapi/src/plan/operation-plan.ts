// Plans an operation: how to write its request, how to describe it to the model, and how to read
// its response.

import { shortened } from "@ptc/core/internal/printing";
import type { JsonObject } from "@ptc/core/internal/host";
import type { FoundOperation } from "../document/operations.ts";
import { ownText, own } from "../document/json-object.ts";
import type { References } from "../document/references.ts";
import type { Server } from "../document/servers.ts";
import { answersOf, type Answers } from "./answers.ts";
import { ArgumentNames } from "./argument-names.ts";
import { contractOf, type Argument } from "./contract.ts";
import { parametersOf, type Parameter, type ParameterLocation } from "./parameters.ts";
import { pathTemplate, type PathTemplate } from "./path-template.ts";
import { chosenBody, holdsFiles, requestBodyOf, type RequestBody } from "./request-body.ts";
import { SchemaView, type SchemaBudget, type Side } from "./schema-view.ts";

export interface PlannedParameter extends Parameter {
  readonly argument: string;
}

export interface OperationPlan {
  /** `GET /users/{id}`, for messages. */
  readonly label: string;
  readonly method: string;
  readonly server: Server;
  readonly path: PathTemplate<PlannedParameter>;
  readonly parameters: readonly PlannedParameter[];
  readonly body: RequestBody | undefined;
  /** The view of the parameter and body schemas. */
  readonly view: SchemaView;
  readonly answers: Answers;
  readonly signature: string;
  readonly description: string;
  readonly warning: string | undefined;
}

/** State shared by the plans of one document. */
export class Planning {
  readonly references: References;
  private readonly views: ReadonlyMap<Side, SchemaView>;

  constructor(references: References, budget: SchemaBudget) {
    this.references = references;
    const sides: readonly Side[] = ["request", "files", "answer"];
    this.views = new Map(sides.map((side) => [side, new SchemaView(side, references, budget)]));
  }

  view(side: Side): SchemaView {
    const view = this.views.get(side);
    if (view === undefined) throw new TypeError(`missing view of the ${side}`);
    return view;
  }
}

export interface PlanOptions {
  readonly server: Server;
  /** True for a value that the host sets, which is thus not an argument. */
  readonly isGiven: (location: ParameterLocation, name: string) => boolean;
  /** Whether the signature has the type of the responses. */
  readonly hasAnswerType: boolean;
}

/** @throws Unusable */
export function planOperation(
  found: FoundOperation,
  planning: Planning,
  { server, isGiven, hasAnswerType }: PlanOptions,
): OperationPlan {
  const { references } = planning;
  const { label, method, operation, pathItem } = found;
  const chosen = chosenBody(operation, references);
  const view = planning.view(holdsFiles(chosen?.kind) ? "files" : "request");
  const names = new ArgumentNames();
  const parameters = parametersOf(pathItem, operation, references, view)
    .filter(({ location, name }) => location === "path" || !isGiven(location, name))
    .map((parameter) => ({
      ...parameter,
      argument: names.take(parameter.name, parameter.location),
    }));
  const path = pathTemplate(found.path, parameters);
  const body = chosen === undefined ? undefined : requestBodyOf(chosen, view, names);
  const answerView = planning.view("answer");
  const answers = answersOf(found, references, answerView);
  const contract = contractOf({
    arguments: [...parameters.map(parameterArgument), ...bodyArguments(body)],
    view,
    answer: { view: answerView, schema: hasAnswerType ? answers.schema : undefined },
  });
  return {
    label,
    method,
    server,
    path,
    parameters,
    body,
    view,
    answers,
    signature: contract.signature,
    description: descriptionOf(label, operation, pathItem),
    warning: contract.warning,
  };
}

function parameterArgument({ argument, schema, isRequired }: PlannedParameter): Argument {
  return { name: argument, schema, isRequired };
}

/** All fields of an optional body are optional; see `bodyValue`. */
function bodyArguments(body: RequestBody | undefined): readonly Argument[] {
  if (body === undefined) return [];
  const { argument, schema, isRequired, fields } = body;
  return argument === undefined
    ? fields.map((field) => ({
        name: field.argument,
        schema: field.schema,
        isRequired: isRequired && field.isRequired,
      }))
    : [{ name: argument, schema, isRequired }];
}

const longestDescription = 2_000;

function descriptionOf(label: string, operation: JsonObject, pathItem: JsonObject): string {
  const texts = [
    own(operation, "deprecated") === true ? "Deprecated" : "",
    ...[operation, pathItem].flatMap((part) => [
      ownText(part, "summary") ?? "",
      ownText(part, "description") ?? "",
    ]),
  ]
    .map((text) => withoutPoint(shortened(text, longestDescription).trim()))
    .filter((text) => text !== "");
  return shortened(`${[label, ...new Set(texts)].join(". ")}.`, longestDescription);
}

function withoutPoint(text: string): string {
  return text.endsWith(".") ? text.slice(0, -1) : text;
}

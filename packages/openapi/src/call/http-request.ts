// Builds the request of a call from its plan and its arguments. Arguments can't change the host,
// the path segments, the header names, or values that the host sets.

import type { ToolArguments } from "@ptc/core/contracts";
import type { BigIntJson } from "@ptc/core/json";
import { shown } from "../document/unusable.ts";
import type { OperationPlan, PlannedParameter } from "../plan/operation-plan.ts";
import { isDots } from "../plan/path-template.ts";
import type { ParameterLocation } from "../plan/parameters.ts";
import { bodyContent, type BodyContent } from "./body-content.ts";
import { wrongArguments } from "./failures.ts";
import { GivenArguments } from "./given-arguments.ts";
import { styledPairs, styledText, type Pair } from "./parameter-style.ts";
import { encodeAll, encodeUnreserved, type Encode } from "./percent.ts";
import { WireValues } from "./wire-value.ts";

/** A request whose query, cookies and headers can still be extended. */
export interface HttpRequest {
  readonly method: string;
  /** The URL without a query. */
  readonly address: string;
  readonly query: Pair[];
  readonly cookies: Pair[];
  /** By lower-case name. */
  readonly headers: Map<string, string>;
  readonly content: BodyContent["content"] | undefined;
}

/** Builds the requests of one operation. */
export class RequestMaker {
  private readonly plan: OperationPlan;
  private readonly isGiven: (location: ParameterLocation, name: string) => boolean;
  private readonly wire: WireValues;

  /** `isGiven` is true for values that the host sets. `bigint` is the option of that name. */
  constructor(
    plan: OperationPlan,
    isGiven: (location: ParameterLocation, name: string) => boolean,
    bigint: BigIntJson,
  ) {
    this.plan = plan;
    this.isGiven = isGiven;
    this.wire = new WireValues(plan.view, bigint);
  }

  /** @throws ToolFailure */
  make(args: ToolArguments): HttpRequest {
    const { method, parameters, body, answers } = this.plan;
    const given = new GivenArguments(args);
    const values = new Map(
      parameters.map((parameter) => [parameter, this.valueOf(parameter, given)] as const),
    );
    const address = this.address(values);
    const headers = new Map([["accept", answers.accept]]);
    const pairs: Record<"query" | "cookie", Pair[]> = { query: [], cookie: [] };
    for (const [parameter, value] of values) {
      const { location, name } = parameter;
      if (value === undefined || location === "path") continue;
      if (location === "header") headers.set(name.toLowerCase(), headerText(parameter, value));
      else pairs[location].push(...this.pairs(parameter, location, value));
    }
    const content = body === undefined ? undefined : bodyContent(body, given, this.wire);
    given.assertNoneLeft();
    if (content !== undefined) headers.set("content-type", content.contentType);
    return {
      method,
      address,
      query: pairs.query,
      cookies: pairs.cookie,
      headers,
      content: content?.content,
    };
  }

  private valueOf(
    { argument, isRequired, schema }: PlannedParameter,
    given: GivenArguments,
  ): unknown {
    const value = isRequired ? given.takeRequired(argument) : given.take(argument);
    return value === undefined || value === null ? undefined : this.wire.of(value, schema);
  }

  private pairs(
    parameter: PlannedParameter,
    location: "query" | "cookie",
    value: unknown,
  ): readonly Pair[] {
    const { name, argument, allowReserved } = parameter;
    const pairs = styledPairs(parameter, name, value, allowReserved ? encodeUnreserved : encodeAll);
    // An exploded object names its own pairs.
    const forged = pairs.find(([key]) => this.isGiven(location, decodeURIComponent(key)));
    if (forged === undefined) return pairs;
    throw wrongArguments(`${argument} may not have the field ${shown(forged[0])}`);
  }

  /** Returns the URL up to its query. */
  private address(values: ReadonlyMap<PlannedParameter, unknown>): string {
    const { server, path } = this.plan;
    const segments = path.map((parts) => {
      const segment = parts
        .map((part) => (typeof part === "string" ? part : segmentText(part, values.get(part))))
        .join("");
      if (isDots(segment))
        throw wrongArguments(
          `${parts.map((part) => (typeof part === "string" ? "" : part.argument)).join("")} may not be "." or ".."`,
        );
      return segment;
    });
    const pathname = `${server.pathname}/${segments.join("/")}`;
    const url = new URL(server.origin + pathname);
    // Encoded values can't leave their segment. Send nothing if that is ever wrong.
    if (url.origin !== server.origin || url.pathname !== pathname || url.search + url.hash !== "")
      throw wrongArguments("they would change where the request goes");
    return url.href;
  }
}

function segmentText(parameter: PlannedParameter, value: unknown): string {
  const text = styledText(parameter, parameter.name, value, encodeAll);
  if (text === "") throw wrongArguments(`${parameter.argument} may not be empty`);
  return text;
}

const asItIs: Encode = (text) => text;

function headerText(parameter: PlannedParameter, value: unknown): string {
  const text = styledText(parameter, parameter.name, value, asItIs);
  if (/^[\t\x20-\x7e]*$/.test(text)) return text;
  throw wrongArguments(
    `${parameter.argument} is a header, which must be one line of ASCII characters`,
  );
}

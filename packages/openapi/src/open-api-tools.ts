// Converts the operations of an OpenAPI document to tools. The pipeline, from the document to its
// tools:
//
//   document ──▶ operations ──▶ selected ──▶ plans ──▶ tools
//                                              └─▶ warnings: omitted operations with reasons

import { shortened } from "@ptc/core/internal/printing";
import { withOwnArgumentCheck } from "@ptc/core/internal/arguments";
import type { Tool } from "@ptc/core/contracts";
import { jsonCrossing, type JsonCrossing } from "@ptc/core/internal/contracts";
import { OptionError } from "@ptc/core/errors";
import { didYouMean, oneLine } from "@ptc/core/internal/errors";
import { recordOf } from "@ptc/core/internal/values";
import type { JsonObject } from "@ptc/core/internal/host";
import { OperationCaller } from "./call/call-operation.ts";
import { assertCredential, Credentials } from "./call/credentials.ts";
import { isIdempotent } from "./call/retry-after.ts";
import { operationsOf, type FoundOperation } from "./document/operations.ts";
import { readDocument } from "./document/read-document.ts";
import { References } from "./document/references.ts";
import { securityNeeds, securitySchemes, type SecuritySchemes } from "./document/security.ts";
import { Servers, type Server } from "./document/servers.ts";
import { Unusable } from "./document/unusable.ts";
import { checkedOptions, type CheckedOptions, type OpenApiOptions } from "./options.ts";
import { approvalOf, effectOf } from "./plan/approval.ts";
import { Planning, planOperation, type OperationPlan } from "./plan/operation-plan.ts";
import { SchemaBudget } from "./plan/schema-view.ts";
import { ToolNames } from "./plan/tool-name.ts";
import { selected } from "./selection.ts";

/** A problem with a document, and its consequence for the tools. */
export interface OpenApiWarning {
  /** The operation, such as `GET /users/{id}`; absent if there are several. */
  readonly operation?: string;
  readonly message: string;
  /** True if the operation was omitted for this reason. */
  readonly isLeftOut: boolean;
}

/** The tools of an API, and warnings about parts of its document. */
export interface OpenApiTools {
  /** For the option `tools` of an agent or a run. */
  readonly tools: Readonly<Record<string, Tool>>;
  readonly warnings: readonly OpenApiWarning[];
  /**
   * The beginning of the URLs that each tool calls, such as `https://api.example/v1`, by the tool's
   * name. An operation or its path may have a server of its own.
   */
  readonly servers: ReadonlyMap<string, string>;
}

const mostOperations = 20_000;

/**
 * Keys and elements of schemas that may be visited, in all operations together. Large APIs have
 * some 3,000 operations with up to 1,000 each. A visit takes one to two microseconds.
 */
const mostSchemaParts = 4_000_000;

/**
 * Converts the operations of an OpenAPI document, version 3.0 to 3.2, to tools. Pass the parsed
 * document or its JSON text. Fetches nothing. Omits operations that can't become tools, and
 * explains them in `warnings`.
 * @throws OptionError for an invalid option or document; with `strict`, for an operation that
 * can't become a tool
 */
export function openApiTools(document: object | string, options?: OpenApiOptions): OpenApiTools {
  const checked = checkedOptions(options);
  return new ToolMaker(readDocument(document), checked).make();
}

class ToolMaker {
  private readonly document: JsonObject;
  private readonly options: CheckedOptions;
  private readonly references: References;
  private readonly schemes: SecuritySchemes;
  private readonly credentials: Credentials;
  private readonly servers: Servers;
  private readonly main: Server;
  private readonly planning: Planning;
  private readonly names: ToolNames;
  private readonly warnings: OpenApiWarning[] = [];
  /** Operations by their missing credentials. */
  private readonly locked = new Map<string, string[]>();

  constructor(document: JsonObject, options: CheckedOptions) {
    this.document = document;
    this.options = options;
    this.references = new References(document);
    this.schemes = securitySchemes(document, this.references);
    assertSecurity(options.security, this.schemes);
    this.credentials = new Credentials(this.schemes, options);
    this.servers = new Servers(document, options);
    this.main = this.servers.main();
    this.planning = new Planning(this.references, new SchemaBudget(mostSchemaParts));
    this.names = new ToolNames(options.prefix);
  }

  make(): OpenApiTools {
    const found = operationsOf(this.document, this.references);
    const operations = found.filter((one) => "operation" in one);
    for (const one of found) if (!("operation" in one)) this.leaveOut(one.label, one.reason);
    const chosen = selected(operations, this.options.include);
    const tools: [string, Tool][] = [];
    const servers = new Map<string, string>();
    for (const operation of chosen.slice(0, mostOperations)) {
      const plan = this.planOf(operation);
      if (plan === undefined) continue;
      const name = this.nameOf(operation);
      tools.push([name, this.toolOf(plan, operation)]);
      servers.set(name, plan.server.origin + plan.server.pathname);
    }
    if (chosen.length > mostOperations)
      this.leaveOut(
        undefined,
        `${String(chosen.length - mostOperations)} operations beyond the first ${String(mostOperations)}: choose some (option include)`,
      );
    this.warnOfLocked();
    return { tools: recordOf(tools), warnings: this.warnings, servers };
  }

  private nameOf(operation: FoundOperation): string {
    const { name, isNumbered } = this.names.take(operation);
    if (isNumbered) this.warn(operation.label, `is called tool/${name}: its own name is taken`);
    return name;
  }

  private planOf(found: FoundOperation): OperationPlan | undefined {
    try {
      return planOperation(found, this.planning, {
        server: this.serverOf(found),
        isGiven: this.credentials.isGiven,
        hasAnswerType: this.options.checkAnswers !== false,
      });
    } catch (error) {
      if (!(error instanceof Unusable)) throw error;
      this.leaveOut(found.label, error.message);
      return undefined;
    }
  }

  private serverOf({ label, pathItem, operation }: FoundOperation): Server {
    const own = this.servers.own(pathItem, operation);
    if (own === undefined) return this.main;
    if (this.options.baseUrl !== undefined) {
      this.warn(
        label,
        `has a server of its own, ${own.origin}${own.pathname}: it is called at baseUrl`,
      );
      return this.main;
    }
    if (own.origin === this.main.origin) return own;
    throw new Unusable(
      `its own server ${own.origin} differs from the document's server ${this.main.origin}; create its tool separately (options include and baseUrl)`,
    );
  }

  private toolOf(plan: OperationPlan, { label, operation }: FoundOperation): Tool {
    const { fetch, maxResponseBytes, timeoutMs, retries, bigint, checkAnswers } = this.options;
    if (plan.warning !== undefined) this.warn(label, plan.warning);
    const needs = securityNeeds(this.document, operation);
    const chosen = this.credentials.chosen(needs);
    if (chosen === undefined) this.noteLocked(label, needs);
    const caller = new OperationCaller(plan, {
      fetch,
      credentials: this.credentials,
      chosen: chosen ?? [],
      maxResponseBytes,
      bigint,
    });
    const tool: Tool & { readonly [jsonCrossing]: JsonCrossing } = {
      [jsonCrossing]: { warnsOfAnswers: checkAnswers === "warn", takesNil: true },
      description: plan.description,
      signature: plan.signature,
      timeoutMs,
      ...approvalOf(plan.method, this.options),
      effect: effectOf(plan.method),
      idempotent: isIdempotent(plan.method),
      openWorld: true,
      ...(retries > 0 && isIdempotent(plan.method) ? { retries } : {}),
      execute: (args, { signal }) => caller.call(args, signal),
    };
    return withOwnArgumentCheck<Tool>(tool);
  }

  private noteLocked(label: string, needs: readonly (readonly string[])[]): void {
    const text = needs
      .slice(0, 10)
      .map((need) => need.map((name) => oneLine(name, 80)).join(" and "))
      .join(", or ");
    this.locked.set(text, [...(this.locked.get(text) ?? []), label]);
  }

  /**
   * Adds one warning for all operations with the same requirements, because they usually affect
   * the entire document.
   */
  private warnOfLocked(): void {
    for (const [needs, labels] of this.locked) {
      const [first, ...others] = labels;
      const which =
        others.length === 0 ? "" : ` (${first ?? ""} and ${String(others.length)} more)`;
      this.warn(
        others.length === 0 ? first : undefined,
        `called without credentials, because the option security has none of the required schemes: ${needs}${which}`,
      );
    }
  }

  private warn(operation: string | undefined, message: string): void {
    this.warnings.push({
      ...(operation === undefined ? {} : { operation }),
      message,
      isLeftOut: false,
    });
  }

  private leaveOut(operation: string | undefined, reason: string): void {
    if (this.options.strict)
      throw new OptionError(
        "document",
        `${operation ?? "the document"} can't become a tool (option strict): ${reason}`,
      );
    this.warnings.push({
      ...(operation === undefined ? {} : { operation }),
      message: reason,
      isLeftOut: true,
    });
  }
}

function assertSecurity(security: CheckedOptions["security"], schemes: SecuritySchemes): void {
  for (const [name, given] of security) {
    const option = `security.${shortened(name, 80)}`;
    const scheme = schemes.get(name);
    if (scheme === undefined)
      throw new OptionError(
        option,
        `the document has no usable security scheme of this name; ${didYouMean(name, schemes.keys()) ?? `it has ${[...schemes.keys()].slice(0, 20).join(", ") || "none"}`}`,
      );
    assertCredential(option, scheme, given);
  }
}

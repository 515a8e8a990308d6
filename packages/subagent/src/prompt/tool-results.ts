// Describes results of tools whose type is incomplete, after their first call. Otherwise a program
// would have to guess the names of the fields.

import type { ToolCallRecord } from "@ptc/core/contracts";
import type { Firewall } from "@ptc/core/firewall";
import { DataDepthError, WorkLimitError } from "@ptc/core/values";
import { HostCrossing } from "@ptc/core/internal/values";
import type { Type } from "@ptc/signature";
import type { Agent } from "../agent/agent.ts";
import { dataEnvelope } from "../preview/data-envelope.ts";
import { withoutEnvelopeTags } from "../preview/envelope-tags.ts";
import { describeShape, shapeOfAll, vectorsTitle } from "../shape/describe-data.ts";
import { conversionMeter } from "../shape/conversion-meter.ts";
import { LookBudget } from "../shape/look-budget.ts";
import type { Shape } from "../shape/shape.ts";
import { spreadOrder } from "../shape/spread-order.ts";

/** The maximum number of tools described after one program. */
const mostTools = 4;
/** The maximum number of calls inspected for each tool. */
const mostCalls = 60;
const mostConverted = 100_000;
const valuesOfTool = 20_000;
const roomOfTool = 600;

/** Describes the results of tools with incomplete types, each tool once. */
export class ToolResults {
  private readonly agent: Agent;
  private readonly firewall: Firewall;
  private readonly described: Set<string>;

  /** `described` has the tools that the model knows; those that it learns are added. */
  constructor(agent: Agent, firewall: Firewall, described = new Set<string>()) {
    this.agent = agent;
    this.firewall = firewall;
    this.described = described;
  }

  /** Returns a line and a shape for each such tool among the calls, or an empty string. */
  afterCalls(calls: readonly ToolCallRecord[]): string {
    const answered = new Map<string, unknown[]>();
    for (const { name, result, error } of calls) {
      if (error !== undefined || !this.isUnknown(name)) continue;
      const results = answered.get(name) ?? [];
      results.push(result);
      answered.set(name, results);
    }
    return [...answered]
      .slice(0, mostTools)
      .map(([name, results]) => this.describe(name, results))
      .filter((text) => text !== "")
      .join("\n");
  }

  private isUnknown(name: string): boolean {
    const tool = this.agent.tools.get(name);
    return tool !== undefined && leavesOpen(tool.contract.output) && !this.described.has(name);
  }

  private describe(name: string, results: readonly unknown[]): string {
    const seen = this.shapeOf(results);
    if (seen === undefined || !hasCollections(seen.shape)) return "";
    this.described.add(name);
    const { shape, title } = seen;
    const text = describeShape(shape, roomOfTool);
    return `tool/${withoutEnvelopeTags(name)} returns${title}:\n${dataEnvelope("shape", text, this.firewall)}`;
  }

  /** Returns the shape of the results, and their kind and size if these are all lists. */
  private shapeOf(
    results: readonly unknown[],
  ): { readonly shape: Shape; readonly title: string } | undefined {
    const { firewall } = this;
    const budget = new LookBudget(Math.min(results.length, mostCalls), valuesOfTool);
    const crossing = new HostCrossing(conversionMeter(mostConverted), firewall);
    const values = [...spreadOrder(results.length, mostCalls)].map(
      (index) => () => crossing.fromHost(results[index]),
    );
    try {
      const shape = shapeOfAll(values, firewall, budget);
      return { shape, title: vectorsTitle(shape) };
    } catch (error) {
      // The model sees only what the program prints of such a result.
      if (error instanceof DataDepthError || error instanceof WorkLimitError) return undefined;
      throw error;
    }
  }
}

/** True if a result may have fields that its type does not name. */
export function leavesOpen(type: Type | undefined): boolean {
  switch (type?.kind) {
    case undefined:
    case "any":
    case "any-map":
      return true;
    case "list":
      return leavesOpen(type.element);
    case "map":
      return type.fields.some((field) => leavesOpen(field.type));
    case "union":
      return type.branches.some(leavesOpen);
    case "reference":
    case "nilable":
      return leavesOpen(type.type);
    default:
      return false;
  }
}

/** Results without collections need no description. */
function hasCollections({ maps, vectors, sets }: Shape): boolean {
  return maps !== undefined || vectors !== undefined || sets !== undefined;
}

// Lists the effects that a program may have, from its core tree. A call of a tool is a node of the
// tree, and no name of a tool is computed, so all sites are found by walking it. ForeseenRun then
// bounds how often each of them runs.

import { positionAt } from "@ptc/core/internal/source";
import { Keyword, SymbolValue, type MapValue, type Value } from "@ptc/core/values";
import type { Libraries } from "../analysis/known-libraries.ts";
import type { AnalyzedProgram, FunctionNode, Node, ToolNode } from "../analysis/core-tree.ts";
import { Builtin } from "../builtins/builtin.ts";
import { findTool } from "../effects/find-tool.ts";
import { VarReference } from "../functions/var-reference.ts";
import type {
  EffectSite,
  ProgramEffects,
  ProgramResult,
  TaskReach,
  ToolReach,
} from "./effect-analysis.ts";
import type { Foreseen } from "./foreseen-value.ts";
import { ForeseenRun } from "./foreseen-run.ts";
import { walkWith } from "./walk-nodes.ts";
import { StoredFunctions } from "./stored-functions.ts";
import { fieldShapes, joinedShapes, shapeOf, writtenValue } from "./value-shapes.ts";

export interface EffectInputs {
  readonly source: string;
  readonly analyzed: AnalyzedProgram;
  readonly tools: ReadonlyMap<string, unknown>;
  readonly memoryNames: ReadonlySet<string>;
  readonly memory: (name: string) => Value | undefined;
  readonly history: readonly Value[];
  /** Sources of functions in the journal. */
  readonly journalSources: Iterable<string>;
  /** True if the journal may change while the program runs. */
  readonly hasSharedJournal: boolean;
  readonly libraries: Libraries | undefined;
  readonly context: MapValue<Value> | undefined;
}

/** A call site, and the function that contains it. */
interface FoundSite {
  readonly node: ToolNode;
  readonly inside: FunctionNode | undefined;
}

/** The names in the text of a program. */
interface Found {
  /** The number of nodes and of references between them. */
  nodes: number;
  readonly sites: FoundSite[];
  readonly reads: Set<string>;
  readonly tasks: TaskReach[];
  readonly definitions: Map<string, number>;
  /** The first use of each name of memory, and of each constant with a function. */
  readonly names: Map<string, Node>;
  readonly constants: { readonly value: Value; readonly node: Node }[];
  readonly results: Node[];
  usesHistory: boolean;
  prints: boolean;
  returnsInside: boolean;
}

const printers: ReadonlySet<string> = new Set(
  "println print prn pprint pr printf print-table newline".split(" "),
);

export function analyzeEffects(inputs: EffectInputs): ProgramEffects {
  const { body } = inputs.analyzed;
  const found = findEffects(inputs);
  const stored = storedSites(inputs, found);
  const { nodes } = found;
  const run = new ForeseenRun({
    nodes,
    context: inputs.context,
    definedOnce: definedOnce(inputs, found),
    escaping: stored.names,
    returnsInside: found.returnsInside,
    mayReturn: stored.mayReturn,
  });
  const last = run.program(body);
  const sites = [...found.sites.map((site) => siteOf(site, run, inputs.source)), ...stored.sites];
  return {
    tools: byTool(sites),
    reads: [...found.reads].sort(),
    tasks: found.tasks,
    defines: [...found.definitions.keys()].sort(),
    prints: found.prints,
    results: resultsOf(inputs, found, run, last),
    steps: nodes + run.steps + stored.steps,
    isPrecise: !run.isExhausted,
  };
}

function findEffects({ source, analyzed, memoryNames }: EffectInputs): Found {
  const found: Found = {
    nodes: 0,
    sites: [],
    reads: new Set(),
    tasks: [],
    definitions: new Map(),
    names: new Map(),
    constants: [],
    results: [],
    usesHistory: false,
    prints: false,
    returnsInside: false,
  };
  const noteName = (name: string, node: Node): void => {
    if (memoryNames.has(name) && !found.names.has(name)) found.names.set(name, node);
  };
  found.nodes = walkWith<Around>(
    analyzed.body,
    { inside: undefined, isRepeated: false },
    (node, around) => {
      const { inside, isRepeated } = around;
      switch (node.type) {
        case "tool":
          found.sites.push({ node, inside });
          break;
        case "data":
          found.reads.add(node.name ?? "*");
          break;
        case "history":
          found.usesHistory = true;
          break;
        case "task":
          found.tasks.push({
            ...taskId(node.id),
            position: positionAt(source, node.site.span.start),
          });
          break;
        case "def":
          found.definitions.set(node.name, (found.definitions.get(node.name) ?? 0) + 1);
          break;
        case "global":
          noteName(node.name, node);
          break;
        case "signal":
          found.results.push(node);
          if (isRepeated && node.signal === "return") found.returnsInside = true;
          break;
        case "builtin-call":
          found.prints ||= printers.has(node.builtin.name);
          break;
        case "constant":
          if (node.value instanceof VarReference) noteName(node.value.name, node);
          else if (node.value instanceof Builtin) found.prints ||= printers.has(node.value.name);
          else if (typeof node.value === "object" && node.value !== null)
            found.constants.push({ value: node.value, node });
          break;
        case "function":
          return { inside: node, isRepeated: true };
        case "loop":
        case "for":
          return { inside, isRepeated: true };
        default:
      }
      return around;
    },
  );
  return found;
}

/** The surroundings of a node. */
interface Around {
  readonly inside: FunctionNode | undefined;
  readonly isRepeated: boolean;
}

/** Returns the id of a task. The parts of `(str "charge-" id)` that aren't text become `*`. */
function taskId(node: Node): Pick<TaskReach, "id" | "isPattern"> {
  const text = textOf(node);
  if (text !== undefined) return { id: text, isPattern: false };
  const parts =
    node.type === "builtin-call" && node.builtin.name === "str"
      ? node.args.map((part) => textOf(part) ?? "*")
      : ["*"];
  return { id: parts.join("").replaceAll(/\*+/g, "*"), isPattern: true };
}

function textOf(node: Node): string | undefined {
  if (node.type !== "constant") return undefined;
  const { value } = node;
  if (typeof value === "string" || typeof value === "number") return String(value);
  return value instanceof Keyword || value instanceof SymbolValue ? value.text : undefined;
}

/** Returns the names that forms of the program itself define, each once, and memory doesn't. */
function definedOnce(
  { analyzed, memoryNames }: EffectInputs,
  { definitions }: Found,
): ReadonlySet<string> {
  const names = analyzed.body.flatMap((node) =>
    node.type === "def" && !node.once && definitions.get(node.name) === 1 ? [node.name] : [],
  );
  return new Set(names.filter((name) => !memoryNames.has(name)));
}

function siteOf({ node, inside }: FoundSite, run: ForeseenRun, source: string): EffectSite {
  const calls = run.calls.get(node);
  const hasEscaped = run.isExhausted || (inside !== undefined && run.escaped.has(inside));
  const written = fieldShapes(writtenValue(node.args));
  const least = calls?.least ?? 0;
  return {
    tool: node.name,
    position: positionAt(source, node.site.span.start),
    isUnconditional: least > 0,
    isInLoop: hasEscaped || calls?.isInLoop === true,
    isParallel: calls?.isParallel === true,
    least,
    most: hasEscaped ? Infinity : (calls?.most ?? 0),
    arguments:
      calls === undefined
        ? written
        : hasEscaped
          ? joinedShapes(calls.shapes, written)
          : calls.shapes,
  };
}

/** The effects of functions outside of the program. */
interface StoredReach {
  readonly sites: readonly EffectSite[];
  readonly names: ReadonlySet<string>;
  readonly mayReturn: boolean;
  readonly steps: number;
}

function storedSites(inputs: EffectInputs, found: Found): StoredReach {
  const { tools, memory, libraries, source, history } = inputs;
  const sites: EffectSite[] = [];
  const names = new Set<string>();
  let mayReturn = false;
  let steps = 0;
  const add = (through: string, node: Node | undefined, fill: (to: StoredFunctions) => void) => {
    const stored = new StoredFunctions(memory, libraries);
    fill(stored);
    mayReturn ||= stored.mayReturn || stored.isUnknown;
    steps += stored.steps;
    for (const name of stored.names) names.add(name);
    const reached = stored.isUnknown
      ? tools.keys()
      : new Set([...stored.tools].flatMap((name) => findTool(tools, name) ?? []));
    const position = positionAt(source, node?.site.span.start ?? 0);
    for (const tool of reached) sites.push({ ...anySite, tool, position, through });
  };
  for (const [name, node] of found.names)
    add(name, node, (stored) => {
      stored.addName(name);
    });
  for (const { value, node } of found.constants)
    add(node.site.operation === "constant" ? "a constant" : node.site.operation, node, (stored) => {
      stored.addConstant(value);
    });
  if (found.usesHistory)
    add("an earlier result", undefined, (stored) => {
      for (const value of history) stored.addConstant(value);
    });
  if (found.tasks.length > 0)
    add("the journal", undefined, (stored) => {
      if (inputs.hasSharedJournal) stored.isUnknown = true;
      for (const text of inputs.journalSources) stored.addSource(text);
    });
  return { sites, names, mayReturn, steps };
}

/** A site about which nothing is known but its tool. */
const anySite = {
  isUnconditional: false,
  isInLoop: true,
  isParallel: false,
  least: 0,
  most: Infinity,
  arguments: undefined,
} satisfies Partial<EffectSite>;

function byTool(sites: readonly EffectSite[]): readonly ToolReach[] {
  const grouped = new Map<string, EffectSite[]>();
  for (const site of sites) {
    const known = grouped.get(site.tool);
    if (known === undefined) grouped.set(site.tool, [site]);
    else addSite(known, site);
  }
  const names = [...grouped.keys()].sort();
  return names.map((tool) => {
    const own = grouped.get(tool) ?? [];
    const least = own.reduce((sum, site) => sum + site.least, 0);
    const most = own.reduce((sum, site) => sum + site.most, 0);
    return { tool, isCertain: least > 0, least, most, sites: own };
  });
}

/** Adds a site. A form that the language rewrites, such as a tool as a value, may have two. */
function addSite(sites: EffectSite[], site: EffectSite): void {
  const last = sites.at(-1);
  if (
    last === undefined ||
    last.position.offset !== site.position.offset ||
    last.through !== site.through
  ) {
    sites.push(site);
    return;
  }
  sites[sites.length - 1] = {
    ...last,
    isUnconditional: last.isUnconditional || site.isUnconditional,
    isInLoop: last.isInLoop || site.isInLoop,
    isParallel: last.isParallel || site.isParallel,
    least: last.least + site.least,
    most: last.most + site.most,
    arguments:
      site.most === 0
        ? last.arguments
        : last.most === 0
          ? site.arguments
          : joinedShapes(last.arguments, site.arguments),
  };
}

function resultsOf(
  { source, analyzed }: EffectInputs,
  { results }: Found,
  run: ForeseenRun,
  last: Foreseen,
): readonly ProgramResult[] {
  const signals = results.flatMap((node): ProgramResult[] =>
    node.type !== "signal"
      ? []
      : [
          {
            kind: node.signal,
            position: positionAt(source, node.site.span.start),
            shape: shapeOf(run.results.get(node) ?? writtenValue(node.value)),
          },
        ],
  );
  const end = analyzed.body.at(-1);
  if (end === undefined || end.type === "signal") return signals;
  const position = positionAt(source, end.site.span.start);
  return [...signals, { kind: "last", position, shape: shapeOf(last) }];
}

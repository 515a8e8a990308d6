// Writes `map`, `filter` and `reduce` with a function literal as a loop of the host with the
// function's body inside, for vectors. For anything else, such as a lazy sequence or a collection
// that must be converted first, the builtin is called with a closure.

import type { ArityNode, BuiltinCallNode, FunctionNode } from "../analysis/core-tree.ts";
import type { Emission, Target } from "./emission.ts";
import { arityOf, type Runtime } from "./runtime.ts";
import { FunctionSpace } from "./spaces.ts";
import { bytesOfVector } from "../evaluation/budget/byte-costs.ts";

type Kind = "map" | "filter" | "remove" | "reduce";

const kinds: ReadonlyMap<string, Kind> = new Map<string, Kind>([
  ["map 2", "map"],
  ["mapv 2", "map"],
  ["filter 2", "filter"],
  ["filterv 2", "filter"],
  ["remove 2", "remove"],
  ["reduce 3", "reduce"],
]);

/** Writes the call as a loop and returns true, or returns false if it can't be a loop. */
export function writeSequenceCall(
  emission: Emission,
  node: BuiltinCallNode,
  target: Target,
): boolean {
  const { builtin, args, site } = node;
  const kind = kinds.get(`${builtin.name} ${String(args.length)}`);
  const [first] = args;
  if (kind === undefined || first?.type !== "function") return false;
  const body = inlined(emission.runtime, first, kind === "reduce" ? 2 : 1);
  if (body === undefined) return false;
  const { runtime, writer } = emission;
  const suffix = String(writer.number());
  const closure = writer.declare(`f${suffix}s0`);
  const captured = first.captures.map(({ from }) => emission.operand(from));
  emission.line(`${closure}=${emission.closure(first)};`);
  const rest = args.slice(1).map((arg) => emission.operand(arg));
  const elements = rest.at(-1) ?? "null";
  emission.stepAt(site);
  const result = writer.temporary();
  emission.line(`if(${elements} instanceof ${emission.parameter(runtime.kit.Vector)}){`);
  writeLoop(emission, { kind, body, closure, captured, suffix, node }, rest, result);
  emission.line("}else{");
  const general = runtime.withCallSite(builtin, site, arityOf(builtin, args.length));
  emission.line(`${result}=${emission.parameter(general)}(${["B", closure, ...rest].join(",")});`);
  emission.line("}");
  emission.put(result, target);
  return true;
}

interface Inlined {
  readonly kind: Kind;
  readonly body: ArityNode;
  readonly closure: string;
  readonly captured: readonly string[];
  readonly suffix: string;
  readonly node: BuiltinCallNode;
}

/**
 * Returns the arity of a function that is called with `count` arguments, if its body can be
 * inlined.
 */
function inlined(
  { kit }: Runtime,
  { arities, nesting }: FunctionNode,
  count: number,
): ArityNode | undefined {
  const [arity] = arities;
  // A deeply nested function reports its depth to the run when it is called.
  if (arity === undefined || arities.length > 1 || nesting > kit.formsOfLevel) return undefined;
  return arity.rest || arity.recurs || arity.fixed !== count || arity.frameSize > mostSlots
    ? undefined
    : arity;
}

const mostSlots = 24;

function writeLoop(
  emission: Emission,
  { kind, body, closure, captured, suffix, node }: Inlined,
  rest: readonly string[],
  result: string,
): void {
  const { runtime, writer } = emission;
  const elements = rest.at(-1) ?? "null";
  const index = writer.declare(`i${suffix}`);
  const value = writer.temporary();
  const space = new FunctionSpace(writer, body.frameSize, `f${suffix}s`, captured);
  const element = space.slot(kind === "reduce" ? 2 : 1);
  emission.line(`${index}=0;try{`);
  const marked = `${elements}.isOfFields`;
  const { fillable, filled } = emission.runtime.kit;
  const first = rest[0] ?? "null";
  if (kind === "reduce")
    emission.line(`${result}=${marked}?${emission.parameter(fillable)}(${first}):${first};`);
  else emission.line(`B.charge(${String(bytesOfVector)}+${elements}.count*8);${result}=[];`);
  emission.line(`for(;${index}<${elements}.count;${index}++){`);
  emission.countStep();
  if (kind === "reduce") emission.line(`${space.slot(1)}=${result};`);
  emission.line(`${element}=${elements}.at(${index});B.enter();`);
  emission.countStep();
  const outer = emission.space;
  emission.space = space;
  emission.write(body.body, { name: value });
  emission.space = outer;
  emission.line("B.depth--;");
  emission.line(taken(emission, kind, { result, value, element }));
  emission.line("}");
  if (kind === "reduce")
    emission.line(`if(${marked})${result}=${emission.parameter(filled)}(${result});`);
  else {
    const made = node.builtin.row.yieldsSequence === true ? runtime.sequenceOf : runtime.vectorOf;
    emission.line(`${result}=${emission.parameter(made)}(${result},${marked});`);
  }
  const fault = emission.parameter(runtime.faultIn(node.builtin, node.site));
  const start = kind === "reduce" ? `,${index}===0?${first}:undefined` : "";
  emission.line(`}catch(e){throw ${fault}(e,B,${elements},${index}${start});}`);
  // Release the loop's values after the loop.
  emission.line(`${closure}=${element}=null;`);
}

interface Turn {
  readonly result: string;
  readonly value: string;
  readonly element: string;
}

/** Returns the code that uses the function's result in an iteration. */
function taken(emission: Emission, kind: Kind, { result, value, element }: Turn): string {
  const holds = `${value}!==null&&${value}!==false`;
  switch (kind) {
    case "map":
      return `${result}.push(${value});`;
    case "filter":
      return `if(${holds})${result}.push(${element});`;
    case "remove":
      return `if(!(${holds}))${result}.push(${element});`;
    case "reduce": {
      const { Reduced, unreduced } = emission.runtime.kit;
      return `if(${value} instanceof ${emission.parameter(Reduced)}){${result}=${emission.parameter(unreduced)}(${value});break;}${result}=${value};`;
    }
  }
}

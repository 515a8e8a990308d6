// Writes calls of builtins in generated code. Arithmetic, comparisons and other simple operations
// are computed inline. For operands of other types, and for everything else, the builtin is called,
// as the closures do.

import type { BuiltinCallNode, Node } from "../analysis/core-tree.ts";
import type { Emission, Target } from "./emission.ts";
import { arithmeticOf, comparisons, filled, operations, rangeTest } from "./operations.ts";
import { arityOf } from "./runtime.ts";
import { writeSequenceCall } from "./sequence-calls.ts";
import { numberCode } from "./writer.ts";

export function writeBuiltinCall(emission: Emission, node: BuiltinCallNode, target: Target): void {
  const test = testOf(emission, node);
  if (test !== undefined) emission.put(test, target);
  else if (!writeArithmetic(emission, node, target) && !writeSequenceCall(emission, node, target))
    writePlainCall(emission, node, target);
}

/**
 * Returns the expression of a call that is known to return true or false and is computed inline.
 */
export function testOf(emission: Emission, node: BuiltinCallNode): string | undefined {
  const { builtin, args, site } = node;
  const comparison = args.length === 2 ? comparisons.get(builtin.name) : undefined;
  if (comparison !== undefined) return comparisonText(emission, node, comparison);
  const operation = operations.get(`${builtin.name} ${String(args.length)}`);
  const [operand] = args;
  if (operation?.isTest !== true || operand === undefined) return undefined;
  const a = emission.operand(operand);
  emission.stepAt(site);
  const value = filled(operation.value, a);
  if (operation.test === undefined) return value;
  const called = `${emission.parameter(arityOf(builtin, 1))}(B,${a})`;
  return `(${filled(operation.test, a)}?${value}:${called})`;
}

function comparisonText(
  emission: Emission,
  { builtin: { name }, args, site }: BuiltinCallNode,
  operator: string,
): string | undefined {
  const slow = emission.runtime.slowComparison.get(name);
  const [left, right] = args.map((arg) => emission.operand(arg));
  if (left === undefined || right === undefined || slow === undefined) return undefined;
  emission.countAt(site);
  const called = `${emission.parameter(slow)}(B,${emission.parameter(site)},${left},${right})`;
  const numbers = bothNumbers(left, right, args);
  const otherwise =
    name === "="
      ? `(typeof ${left}==='string'&&typeof ${right}==='string'&&${left}.length<256?${left}===${right}:${called})`
      : called;
  return `(${numbers}?${left}${operator}${right}:${otherwise})`;
}

/** Returns a test that both operands are numbers. Operands in the source are known to be. */
function bothNumbers(left: string, right: string, [leftNode, rightNode]: readonly Node[]): string {
  const tests = [
    ...(isNumber(leftNode) ? [] : [`typeof ${left}==='number'`]),
    ...(isNumber(rightNode) || left === right ? [] : [`typeof ${right}==='number'`]),
  ];
  return tests.length === 0 ? "true" : tests.join("&&");
}

function isNumber(node: Node | undefined): boolean {
  return node?.type === "constant" && numberCode(node.value) !== undefined;
}

/** Writes sums and similar operations. `inc` adds one and `dec` subtracts one. */
function writeArithmetic(emission: Emission, node: BuiltinCallNode, target: Target): boolean {
  const { builtin, args, site } = node;
  const { name } = builtin;
  const template = arithmeticOf(name, args.length);
  const slow = emission.runtime.slowArithmetic.get(name);
  if (template === undefined || slow === undefined) return writeOperation(emission, node, target);
  const [left = "null", right = "1"] = args.map((arg) => emission.operand(arg));
  emission.countAt(site);
  const result = emission.writer.temporary();
  const numbers = args.length === 1 ? `typeof ${left}==='number'` : bothNumbers(left, right, args);
  emission.line(
    `if(${numbers}&&(${result}=${filled(template, left, right)},${filled(rangeTest, "", "", result)})){}`,
  );
  emission.line(
    `else ${result}=${emission.parameter(slow)}(B,${emission.parameter(site)},${left},${right});`,
  );
  emission.put(result, target);
  return true;
}

function writeOperation(
  emission: Emission,
  { builtin, args, site }: BuiltinCallNode,
  target: Target,
): boolean {
  const operation = operations.get(`${builtin.name} ${String(args.length)}`);
  if (operation?.test === undefined || operation.isTest) return false;
  const [a = "null", b = "null"] = args.map((arg) => emission.operand(arg));
  emission.stepAt(site);
  const called = `${emission.parameter(arityOf(builtin, args.length))}(B,${a},${b})`;
  emission.put(
    `(${filled(operation.test, a, b)}?${filled(operation.value, a, b)}:${called})`,
    target,
  );
  return true;
}

/** Writes a call of any other builtin. */
function writePlainCall(
  emission: Emission,
  { builtin, args, site }: BuiltinCallNode,
  target: Target,
): void {
  const operands = args.map((arg) => emission.operand(arg));
  emission.stepAt(site);
  const arity = arityOf(builtin, args.length);
  const callee = emission.parameter(
    builtin.row.callsFunctions === true
      ? emission.runtime.withCallSite(builtin, site, arity)
      : arity,
  );
  emission.put(
    args.length >= 1 && args.length <= 3
      ? `${callee}(${["B", ...operands].join(",")})`
      : `${callee}(B,[${operands.join(",")}])`,
    target,
  );
}

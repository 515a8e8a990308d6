// Writes the code of functions and loops, and compiles it to functions of the host.

import type { ArityNode, Node } from "../analysis/core-tree.ts";
import type { Compilation } from "../compile/compilation.ts";
import type { DirectCode, Thunk } from "../functions/closure.ts";
import { made } from "./factories.ts";
import type { GeneratedFunction, LoopCode, NumberLoopCode } from "./generated-code.ts";
import { NodeEmission } from "./node-emission.ts";
import { recurIn, slotsRead } from "./node-parts.ts";
import { writeNumberLoop } from "./number-loop.ts";
import type { Runtime } from "./runtime.ts";
import { FunctionSpace, LoopSpace } from "./spaces.ts";
import { CodeWriter } from "./writer.ts";

/**
 * Returns the result of `generate`. The program decides how deep the host's stack is at that
 * point. The host may run out of stack or refuse the text. Then closures continue.
 */
export function orClosures<Made>(generate: () => Made | undefined): Made | undefined {
  try {
    return generate();
  } catch {
    return undefined;
  }
}

export function functionBody(
  runtime: Runtime,
  arity: ArityNode,
  compilation: Compilation,
): GeneratedFunction | undefined {
  if (slotsRead(arity.body) === undefined) return undefined;
  const writer = new CodeWriter();
  const space = new FunctionSpace(writer, arity.frameSize);
  const parameters = ["s0", "B"];
  writer.declare("s0");
  const count = arity.fixed + (arity.rest ? 1 : 0);
  for (let slot = 1; slot <= count; slot++) parameters.push(space.slot(slot));
  const entry = arity.rest ? undefined : { name: "f", fixed: arity.fixed };
  const emission = new NodeEmission(runtime, writer, compilation, space, entry);
  if (arity.recurs) emission.writeLoop(arity.body, "return", () => undefined);
  else emission.write(arity.body, "return");
  const body = writer.body(new Set(parameters));
  if (writer.refused) return undefined;
  const args = ["F[0]", "B", ...parameters.slice(2).map((_, index) => `F[${String(index + 1)}]`)];
  const [direct, whole] = made(
    writer,
    `function f(${parameters.join(",")}){\n${body}\n}\nreturn [f,function(F,B){return f(${args.join(",")});}];`,
  ) as readonly [DirectCode, Thunk];
  return { body: whole, direct: arity.rest ? undefined : direct };
}

export function numberLoop(body: Node): NumberLoopCode | undefined {
  const [reads, recur] = [slotsRead(body), recurIn(body)];
  if (reads === undefined || recur === undefined) return undefined;
  const writer = new CodeWriter();
  if (!writeNumberLoop(writer, body, recur.slots, reads)) return undefined;
  return made(writer, writer.body(new Set())) as NumberLoopCode;
}

export function generalLoop(
  runtime: Runtime,
  body: Node,
  compilation: Compilation,
): LoopCode | undefined {
  const [reads, recur] = [slotsRead(body), recurIn(body)];
  if (reads === undefined || recur === undefined) return undefined;
  const writer = new CodeWriter();
  const space = new LoopSpace(writer);
  for (const slot of new Set([...recur.slots, ...reads]))
    writer.line(`${space.slot(slot)}=F[${String(slot)}];`);
  const emission = new NodeEmission(runtime, writer, compilation, space, undefined);
  // If the program may wait, return so that closures can yield to the host.
  const between = (): void => {
    writer.line("if(B.turnIsOver){");
    space.store();
    writer.line("return undefined;}");
  };
  emission.writeLoop(body, "return", compilation.mayAwait ? between : () => undefined);
  const text = writer.body(new Set());
  if (writer.refused) return undefined;
  return made(writer, `return function(F,B){\n${text}\n};`) as LoopCode;
}

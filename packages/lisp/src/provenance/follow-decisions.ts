// Follows `if`, `and`, `or` and `case`. In strict mode, what is computed because of a value has the
// origins of that value too.

import type { AndNode, CaseNode, Node, OrNode } from "../analysis/core-tree.ts";
import type { Branch } from "../evaluation/branches/branch.ts";
import { after, type Result } from "../evaluation/result.ts";
import { recurSignal, type Thunk } from "../functions/closure.ts";
import { lazyCompilers } from "../loading/lazy-language.ts";
import { LazySeq } from "../sequence/lazy-seq.ts";
import { awaitingCompilers } from "../compile/compiler.ts";
import { changed } from "./changed-compilation.ts";
import { whenRealized } from "../sequence/element-pending.ts";
import type { Value } from "@ptc/core/values";
import { also } from "./followed-call.ts";
import type { FollowedCompilation, FollowedCompiler } from "./followed-compilation.ts";
import type { Following } from "./following.ts";
import { stepped } from "./label.ts";
import { labelOf, plain } from "./labeled.ts";
import { mayChangeState } from "./may-change-state.ts";

export const followIf: FollowedCompiler<"if"> = (node, compilation) => {
  const test = compilation.any(node.test);
  const then = compilation.any(node.then);
  const otherwise = compilation.any(node.otherwise);
  const choose = (value: Value): Thunk => {
    const found = plain(value);
    return found !== null && found !== false ? then : otherwise;
  };
  if (!compilation.following.isStrict)
    return (frame, branch) => {
      const value = test(frame, branch);
      return value instanceof Promise
        ? value.then((settled) => choose(settled)(frame, branch))
        : choose(value)(frame, branch);
    };
  const decide = deciding(compilation.following, [node.then, node.otherwise]);
  return (frame, branch) =>
    after(test(frame, branch), (value) =>
      decide(branch, value, () => choose(value)(frame, branch)),
    );
};

/** Follows `and` (stops at a false value) or `or` (stops at a true one). */
export function followJunction(
  stopsAtTrue: boolean,
): (node: AndNode | OrNode, compilation: FollowedCompilation) => Thunk {
  return (node, compilation) => {
    const items = node.items.map((item) => compilation.any(item));
    const last = items.length - 1;
    const decide = deciding(compilation.following, node.items.slice(1));
    const from = (index: number, ...[frame, branch]: Parameters<Thunk>): Result => {
      const result = items[index]?.(frame, branch) ?? null;
      if (index >= last) return result;
      return after(result, (value) => {
        const found = plain(value);
        const isTrue = found !== null && found !== false;
        return isTrue === stopsAtTrue
          ? value
          : decide(branch, value, () => from(index + 1, frame, branch));
      });
    };
    return (frame, branch) => from(0, frame, branch);
  };
}

export const followCase: FollowedCompiler<"case"> = (node, compilation) => {
  const subject = compilation.any(node.subject);
  const bodies = node.bodies.map((body) => compilation.any(body));
  const otherwise = node.otherwise && compilation.any(node.otherwise);
  const parts = node.otherwise === undefined ? node.bodies : [...node.bodies, node.otherwise];
  const decide = deciding(compilation.following, parts);
  const { noClause } = lazyCompilers;
  return (frame, branch) =>
    after(subject(frame, branch), (given) => {
      const value = plain(given);
      return after(indexOf(node, value, branch), (index) => {
        const body = bodies[index as number] ?? otherwise;
        if (body === undefined) throw noClause(node, value, branch);
        return decide(branch, given, () => body(frame, branch));
      });
    });
};

function indexOf(node: CaseNode, value: Value, branch: Branch): Result {
  const find = (): Value => node.bodyIndexes.find(value, branch) ?? null;
  return value instanceof LazySeq ? whenRealized<Value>(branch, find) : find();
}

/** In strict mode, the next iteration has the origins of what decided that there is one. */
export const followRecur: FollowedCompiler<"recur"> = (node, compilation) => {
  const { following } = compilation;
  if (!following.isStrict) return awaitingCompilers.recur(node, compilation);
  const decided =
    (code: Thunk): Thunk =>
    (frame, branch) =>
      after(code(frame, branch), (value) => also(following, value, following.decidedIn(branch)));
  return awaitingCompilers.recur(node, changed(compilation, decided));
};

type Decide = (branch: Branch, by: Value, next: () => Result) => Result;

/** Returns what evaluates one of `parts`, which a value has chosen. */
function deciding(following: Following, parts: readonly Node[]): Decide {
  if (!following.isStrict) return (_, __, next) => next();
  const changesState = parts.some(mayChangeState);
  return (branch, by, next) => {
    const origins = following.deepOf(by);
    if (origins === 0) return next();
    // The part that wasn't chosen would have changed other state.
    if (changesState) following.unmade |= origins;
    return after(following.deciding(branch, origins, next), (value) =>
      // The arguments of the next iteration are in the frame.
      value === recurSignal
        ? value
        : also(following, value, origins, stepped(labelOf(by).trail, "decision")),
    );
  };
}

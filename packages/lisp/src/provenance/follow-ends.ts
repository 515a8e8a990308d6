// Follows `return`, `fail`, `throw`, `try` and `task`.

import type { Node } from "../analysis/core-tree.ts";
import { lazyCompilers } from "../loading/lazy-language.ts";
import { awaitingCompilers } from "../compile/compiler.ts";
import { after, type Result } from "../evaluation/result.ts";
import type { Thunk } from "../functions/closure.ts";
import { also } from "./followed-call.ts";
import { changed } from "./changed-compilation.ts";
import type { FollowedCompiler } from "./followed-compilation.ts";
import { labelOf, plain } from "./labeled.ts";

const plainResult =
  (code: Thunk): Thunk =>
  (frame, branch) =>
    after(code(frame, branch), plain);

export const followSignal: FollowedCompiler<"signal"> = (node, compilation) =>
  awaitingCompilers.signal(node, changed(compilation, plainResult));

/** The exception keeps its label, because it reaches its handler without a frame. */
export const followThrow: FollowedCompiler<"throw"> = (node, compilation) => {
  const { following } = compilation;
  const noting =
    (code: Thunk): Thunk =>
    (frame, branch) =>
      after(code(frame, branch), (value) => {
        const exception = plain(value);
        following.inside.growingOf(exception).add(labelOf(value).own, following.deepOf(value));
        return exception;
      });
  return lazyCompilers.awaiting.throw(node, changed(compilation, noting));
};

/**
 * An error may contain any value that the run has met. In strict mode, so does the value of a
 * `try`, because a handler may have been run instead of its body.
 */
export const followTry: FollowedCompiler<"try"> = (node, compilation) => {
  const { following } = compilation;
  const slots = new Map<Node, number>(node.catches.map(({ body, slot }) => [body, slot]));
  const handler = (code: Thunk, part: Node): Thunk => {
    const slot = slots.get(part);
    if (slot === undefined) return code;
    return (frame, branch) => {
      frame[slot] = also(following, frame[slot] ?? null, following.seen);
      return following.isStrict
        ? following.deciding(branch, following.seen, () => code(frame, branch))
        : code(frame, branch);
    };
  };
  const attempt = lazyCompilers.awaiting.try(node, changed(compilation, handler));
  if (!following.isStrict) return attempt;
  return (frame, branch): Result =>
    after(attempt(frame, branch), (value) => {
      following.unmade |= following.seen;
      return also(following, value, following.seen);
    });
};

export const followTask: FollowedCompiler<"task"> = (node, compilation) => {
  const { following } = compilation;
  // The journal stores plain values. A reader of the result gets every origin of its body.
  let origins = following.journal;
  const noting =
    (code: Thunk): Thunk =>
    (frame, branch) =>
      after(code(frame, branch), (value) => {
        origins |= following.deepOf(value);
        return plain(value);
      });
  const code = lazyCompilers.synchronous.task(node, changed(compilation, noting));
  return (frame, branch) => after(code(frame, branch), (value) => also(following, value, origins));
};

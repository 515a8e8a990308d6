// Follows definitions and names that refer to them.

import { awaitingCompilers } from "../compile/compiler.ts";
import { after } from "../evaluation/result.ts";
import { labelInside } from "./field-rules.ts";
import { also } from "./followed-call.ts";
import { changed } from "./changed-compilation.ts";
import type { FollowedCompiler } from "./followed-compilation.ts";
import { labelOf, plain } from "./labeled.ts";

export const followGlobal: FollowedCompiler<"global"> = (node, compilation) => {
  const read = awaitingCompilers.global(node, compilation);
  const { following } = compilation;
  return (frame, branch) =>
    after(read(frame, branch), (value) => following.definition(node.name, value));
};

export const followDef: FollowedCompiler<"def"> = (node, compilation) => {
  const { following } = compilation;
  return awaitingCompilers.def(
    node,
    changed(
      compilation,
      (code) => (frame, branch) =>
        after(code(frame, branch), (given) => {
          const value = also(following, given, following.decidedIn(branch));
          const { own } = labelOf(value);
          following.definitions.set(
            node.name,
            own === 0 ? labelOf(value) : labelInside(following, value),
          );
          return plain(value);
        }),
    ),
  );
};

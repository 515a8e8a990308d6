// Follows constants, fields of the context, and the parts of a value that patterns bind.

import { awaitingCompilers } from "../compile/compiler.ts";
import { elementAt, fieldAt, restFrom } from "../compile/reading.ts";
import { after } from "../evaluation/result.ts";
import { withElements } from "../sequence/realize.ts";
import { fieldLabel } from "./field-rules.ts";
import { also } from "./followed-call.ts";
import type { FollowedCompiler } from "./followed-compilation.ts";
import { trailFrom } from "./label.ts";
import { labelOf, plain } from "./labeled.ts";

export const followConstant: FollowedCompiler<"constant"> = ({ value }, { following }) => {
  const { own, trail } = following.literals;
  const isFree = value === null || typeof value === "boolean";
  const found = isFree ? value : following.withOrigins(value, own, own, trail);
  return () => found;
};

export const followData: FollowedCompiler<"data"> = (node, compilation) => {
  const read = awaitingCompilers.data(node, compilation);
  const { following } = compilation;
  const { name } = node;
  return (frame, branch) =>
    after(read(frame, branch), (value) => {
      if (name === undefined) return following.context(value);
      const own = following.origins.bitOf("data", name);
      return following.withOrigins(value, own, own, trailFrom(`data/${name}`));
    });
};

export const followHistory: FollowedCompiler<"history"> = (node, compilation) => {
  const read = awaitingCompilers.history(node, compilation);
  const { following } = compilation;
  return (frame, branch) =>
    after(read(frame, branch), (value) => also(following, value, following.history));
};

export const followElement: FollowedCompiler<"element"> = (
  { source, index, hasRest, site },
  compilation,
) => {
  const read = compilation.any(source);
  const { following } = compilation;
  return (frame, branch) =>
    after(read(frame, branch), (whole) =>
      after(elementAt(plain(whole), index, hasRest, site, branch), (value) => {
        const label = fieldLabel(following, whole, index);
        return following.withOrigins(value, label.own, label.deep, label.trail);
      }),
    );
};

export const followRest: FollowedCompiler<"rest"> = ({ source, from, site }, compilation) => {
  const read = compilation.any(source);
  const { following } = compilation;
  return (frame, branch) =>
    after(read(frame, branch), (whole) =>
      after(restFrom(plain(whole), from, site, branch), (value) => {
        const inside = following.inside.of(plain(whole));
        if (inside !== undefined && inside.others.deep !== 0)
          following.inside.set(value, { fields: undefined, others: inside.others });
        return following.withOrigins(
          value,
          following.ownOf(whole),
          following.deepOf(whole),
          labelOf(whole).trail,
        );
      }),
    );
};

export const followPick: FollowedCompiler<"pick"> = ({ source, key, otherwise }, compilation) => {
  const readSource = compilation.any(source);
  const readKey = compilation.any(key);
  const readOtherwise = otherwise === undefined ? undefined : compilation.any(otherwise);
  const { following } = compilation;
  return (frame, branch) =>
    after(readKey(frame, branch), (keyValue) =>
      after(readSource(frame, branch), (whole) =>
        after(withElements(branch, plain(whole), "destructuring"), (read) => {
          const found = fieldAt(read, plain(keyValue), branch);
          const label = fieldLabel(following, whole, keyValue);
          if (found !== undefined)
            return following.withOrigins(found, label.own, label.deep, label.trail);
          if (readOtherwise === undefined)
            return following.withOrigins(null, label.own, label.own, label.trail);
          const fallback = readOtherwise(frame, branch);
          return following.isStrict
            ? after(fallback, (value) => also(following, value, label.own))
            : fallback;
        }),
      ),
    );
};

// Follows `for` and `doseq`.

import type { Value } from "@ptc/core/values";
import { isTruthy } from "@ptc/core/internal/values";
import { Collected } from "../compile/collected.ts";
import { collecting } from "../compile/iteration.ts";
import type { Branch } from "../evaluation/branches/branch.ts";
import type { Sequence } from "../sequence/sequence-source.ts";
import type { FollowedCompiler } from "./followed-compilation.ts";
import type { Following } from "./following.ts";
import { GrowingLabel, type Origins } from "./label.ts";
import { labelOf, plain } from "./labeled.ts";
import { mayChangeState } from "./may-change-state.ts";

export const followFor: FollowedCompiler<"for"> = (node, compilation) => {
  const { following } = compilation;
  const changesState = mayChangeState(node.body);
  return collecting(node, compilation, () => new FollowedCollected(following, changesState));
};

class FollowedCollected extends Collected {
  private readonly following: Following;
  private readonly changesState: boolean;
  /** The label of the whole result. */
  private readonly label: GrowingLabel;
  /** True for the results of one element, which the whole result is made of. */
  private readonly isPart: boolean;

  constructor(following: Following, changesState: boolean, whole?: GrowingLabel) {
    super();
    this.following = following;
    this.changesState = changesState;
    this.isPart = whole !== undefined;
    this.label = whole ?? new GrowingLabel();
  }

  override from(source: Value): Value {
    this.decide(this.following.ownOf(source));
    return super.from(plain(source));
  }

  override element(element: Value, source: Value): Value {
    const origins = this.following.ownOf(source) | this.decisions;
    return this.following.withOrigins(element, origins, origins, labelOf(source).trail);
  }

  override test(value: Value): boolean {
    this.decide(this.following.deepOf(value));
    return isTruthy(plain(value));
  }

  override add(branch: Branch, value: Value): void {
    const { following, label } = this;
    label.add(labelOf(value).own, following.deepOf(value), labelOf(value).trail);
    for (const each of following.inside.growing(plain(value))) label.include(each);
    super.add(branch, plain(value));
  }

  override again(): Collected {
    return new FollowedCollected(this.following, this.changesState, this.label);
  }

  override result(branch: Branch): Sequence {
    const made = super.result(branch);
    if (this.isPart) return made;
    const { following, label } = this;
    following.inside.set(made, { fields: undefined, others: label });
    // The frame around it stores labeled values.
    return following.withOrigins(made, label.own, label.deep, label.trail) as Sequence;
  }

  /** In strict mode: the origins of what chose the elements so far. */
  private get decisions(): Origins {
    return this.following.isStrict ? this.label.own : 0;
  }

  private decide(origins: Origins): void {
    if (!this.following.isStrict || origins === 0) return;
    this.label.add(origins, origins);
    if (this.changesState) this.following.unmade |= origins;
  }
}

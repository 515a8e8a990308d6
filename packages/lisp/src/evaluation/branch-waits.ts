// Which branches wait for what another one computes, an element of a lazy sequence or a task, so
// that two that would wait for each other fail instead of standing still. Branches are known by
// their paths.

import type { ForkStep } from "@ptc/core/contracts";

type Path = readonly ForkStep[];

interface Wait {
  readonly waiting: Path;
  readonly computing: Path;
}

export class BranchWaits {
  private readonly waits = new Set<Wait>();

  /**
   * Notes that the branch `waiting` waits for `computing`; the answer ends the note.
   * @throws what `refused` makes when `computing` needs `waiting` to go on first
   */
  begin(waiting: Path, computing: Path, refused: () => Error): () => void {
    if (this.needs(computing, waiting)) throw refused();
    const wait: Wait = { waiting, computing };
    this.waits.add(wait);
    return () => {
      this.waits.delete(wait);
    };
  }

  /**
   * What a branch computes it computes with all its inner branches, so it needs what any of them
   * waits for.
   */
  private needs(computing: Path, waiting: Path): boolean {
    const reached = new Set<Path>([computing]);
    for (const path of reached) {
      if (isWithin(waiting, path)) return true;
      for (const wait of this.waits) if (isWithin(wait.waiting, path)) reached.add(wait.computing);
    }
    return false;
  }
}

/** Whether `path` is `outer` or a branch inside it. */
function isWithin(path: Path, outer: Path): boolean {
  return (
    path.length >= outer.length &&
    outer.every(
      (step, index) => step.fork === path[index]?.fork && step.branch === path[index].branch,
    )
  );
}

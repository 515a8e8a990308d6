// Reads a name made by `def`. Looking the name up takes as long as a call, so a reader that is used
// many times in one run remembers the cell of the name, until that run ends.

import type { Value } from "@ptc/core/values";
import type { Branch } from "../evaluation/branches/branch.ts";
import { unboundError } from "../evaluation/errors/errors.ts";
import type { Evaluation } from "../evaluation/evaluation.ts";
import type { Cell } from "../evaluation/evaluation-options.ts";
import type { Site } from "../evaluation/site.ts";

/** After so many reads it is worth remembering the cell. */
const fewReads = 16;

export class GlobalReader {
  private readonly name: string;
  private readonly site: Site;
  private reads = 0;
  private owner: Evaluation | undefined = undefined;
  private cell: Cell | undefined = undefined;

  constructor(name: string, site: Site) {
    this.name = name;
    this.site = site;
  }

  /** @throws EvaluationError `unbound_var` */
  read(branch: Branch): Value {
    const value =
      branch.evaluation === this.owner ? this.cell?.value : this.lookUp(branch.evaluation);
    if (value !== undefined) return value;
    branch.site = this.site;
    throw unboundError(this.name);
  }

  /**
   * Called when the run ends. Compiled code is kept for later runs and must not keep this one
   * alive.
   */
  forget(): void {
    this.owner = undefined;
    this.cell = undefined;
    this.reads = 0;
  }

  private lookUp(evaluation: Evaluation): Value | undefined {
    const cell = evaluation.globals?.get(this.name);
    if (
      this.owner === undefined &&
      cell !== undefined &&
      ++this.reads > fewReads &&
      evaluation.willForget(this)
    ) {
      this.owner = evaluation;
      this.cell = cell;
    }
    return cell?.value;
  }
}

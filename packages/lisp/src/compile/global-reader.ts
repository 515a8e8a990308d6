// Reads a name created by `def`. Looking up the name takes as long as a call, so a reader that is
// used often in one run caches the name's cell until that run ends.

import type { Value } from "@ptc/core/values";
import type { Branch } from "../evaluation/branches/branch.ts";
import { unboundError } from "../evaluation/errors/errors.ts";
import type { Evaluation } from "../evaluation/evaluation.ts";
import type { Cell } from "../evaluation/evaluation-options.ts";
import type { Site } from "../evaluation/site.ts";

/** The number of reads after which caching the cell pays. */
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

  /**
   * Returns the value of the name.
   * @throws EvaluationError `unbound_var`
   */
  read(branch: Branch): Value {
    const value =
      branch.evaluation === this.owner ? this.cell?.value : this.lookUp(branch.evaluation);
    if (value !== undefined) return value;
    branch.site = this.site;
    throw unboundError(this.name);
  }

  /**
   * Called when the run ends. Compiled code is cached for later runs and must not retain this one.
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

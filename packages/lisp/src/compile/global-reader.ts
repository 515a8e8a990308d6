// A name made by `def`, read where it is used. Looking it up takes as long as a call, so a place
// that is passed again and again remembers where one run keeps it, until that run ends.

import type { Value } from "@ptc/core/values";
import type { Branch } from "../evaluation/branch.ts";
import { unboundError } from "../evaluation/errors.ts";
import type { Cell, Evaluation } from "../evaluation/evaluation.ts";
import type { Site } from "../evaluation/site.ts";

/** So often a place is passed before it is worth remembering for. */
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

  /** The end of the run makes the place forget it: code that is kept must not keep a run. */
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

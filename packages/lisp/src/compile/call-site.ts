// Decides at which call an error is reported. A builtin that calls functions leaves the branch at
// the site of the last such call. When it then fails itself, the error belongs to its own call.

import type { Builtin } from "../builtins/builtin.ts";
import type { Branch } from "../evaluation/branches/branch.ts";
import type { Thunk } from "../functions/closure.ts";
import { EvaluationError } from "../evaluation/errors/errors.ts";
import type { Site } from "../evaluation/site.ts";

/**
 * `call`, which is the code of a call of `builtin` at `site`, made to note the site of its errors.
 */
export function withCallSite(builtin: Builtin, site: Site, call: Thunk): Thunk {
  if (builtin.row.callsFunctions !== true) return call;
  const fail = (error: unknown, branch: Branch): never => {
    throw callSiteError(builtin, site, error, branch);
  };
  return (frame, branch) => {
    try {
      const result = call(frame, branch);
      return result instanceof Promise
        ? result.catch((error: unknown) => fail(error, branch))
        : result;
    } catch (error) {
      return fail(error, branch);
    }
  };
}

/** `error`, which notes its site if it is one of the program and no call inside has done so. */
export function callSiteError(
  builtin: Builtin,
  site: Site,
  error: unknown,
  branch: Branch,
): unknown {
  // A call further inside may have noted the site already, and knows it better.
  if (error instanceof EvaluationError)
    error.site ??=
      error.op !== undefined && builtin.row.names.includes(error.op) ? site : branch.site;
  return error;
}

// Decides the call at which an error is reported. A builtin that calls functions leaves the branch
// at the site of the last such call. If the builtin itself then fails, the error belongs to its own
// call.

import type { Builtin } from "../builtins/builtin.ts";
import type { Branch } from "../evaluation/branches/branch.ts";
import type { Thunk } from "../functions/closure.ts";
import { EvaluationError } from "../evaluation/errors/errors.ts";
import type { Site } from "../evaluation/site.ts";

/** Wraps `call`, the code of a call of `builtin` at `site`, so that its errors note their site. */
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

/**
 * Returns `error`. Sets its site if it is an error of the program and no inner call has set one.
 */
export function callSiteError(
  builtin: Builtin,
  site: Site,
  error: unknown,
  branch: Branch,
): unknown {
  // An inner call may have set a more precise site already.
  if (error instanceof EvaluationError)
    error.site ??=
      error.op !== undefined && builtin.row.names.includes(error.op) ? site : branch.site;
  return error;
}

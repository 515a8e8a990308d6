// Where a failure is told. A builtin that calls functions leaves the place of the last such call
// behind it; when it then fails itself, the place is its own call.

import type { Builtin } from "../builtins/builtin.ts";
import type { Branch } from "../evaluation/branch.ts";
import type { Thunk } from "../functions/closure.ts";
import { EvaluationError } from "../evaluation/errors.ts";
import type { Site } from "../evaluation/site.ts";

/** `call` of `builtin` at `site`, its failures placed. */
export function placed(builtin: Builtin, site: Site, call: Thunk): Thunk {
  if (builtin.row.callsFunctions !== true) return call;
  const place = (error: unknown, branch: Branch): never => {
    // The innermost call that knows the place has said so first.
    if (error instanceof EvaluationError)
      error.site ??=
        error.op !== undefined && builtin.row.names.includes(error.op) ? site : branch.site;
    throw error;
  };
  return (frame, branch) => {
    try {
      const result = call(frame, branch);
      return result instanceof Promise
        ? result.catch((error: unknown) => place(error, branch))
        : result;
    } catch (error) {
      return place(error, branch);
    }
  };
}

// `@ptc/lisp/internal/policy`: the parts of policies that missions use too. Versioning doesn't
// cover these names.

export { deniedProgram, type PolicedProgram } from "./entry/denied-program.ts";
export { checkedPolicy, type CheckedPolicy } from "./policy/checked-policy.ts";
export { checkTraits } from "./policy/policed-tools.ts";
export { strictest } from "./policy/strictest.ts";
export { checkTrust } from "./policy/check-trust.ts";
export { MetOrigins, type OriginTraits } from "./policy/met-origins.ts";
export { PolicyGate } from "./policy/policy-gate.ts";

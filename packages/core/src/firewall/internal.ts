// `@ptc/core/internal/firewall`: hides firewalled fields in JSON texts, for the other packages of
// PTC. Versioning does not cover it: any release may change or remove it.

export { hideFirewalledJson } from "./hide-json-fields.ts";

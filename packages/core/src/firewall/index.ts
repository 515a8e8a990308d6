// `@ptc/core/firewall`: values of firewalled fields are hidden in texts. It stands apart from
// printing, which every program loads, because only texts for readers need it.

export { Firewall } from "./firewall.ts";
export type { FirewallOptions } from "./firewall.ts";
export { hideFirewalledJson } from "./hide-json-fields.ts";

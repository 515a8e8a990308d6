// `@ptc/core/firewall`: hides the values of firewalled fields in texts. It is apart from printing,
// which every program loads, because only texts for readers need it.

export { Firewall } from "./firewall.ts";
export type { FirewallOptions } from "./firewall.ts";
export type { HiddenParts } from "./hidden-parts.ts";

// Firewalled fields: programs can use them, a model must not see them. The rule is their name.

/** What is shown in place of a firewalled value. */
export const firewalledMarker = "<Firewalled>";

/** Whether a field of this name is firewalled: `_token`, `user/_token`. */
export function isFirewalledName(name: string): boolean {
  return name.startsWith("_") || name.includes("/_");
}

// What stands in a trace where a value cannot or must not stand.

export const markers = {
  cycle: "<Cycle>",
  tooDeep: "<TooDeep>",
  tooLarge: "<TooLarge>",
  unreadable: "<Unreadable>",
  accessor: "<Accessor>",
  function: "<Function>",
  symbol: "<Symbol>",
} as const;

/** How deep a value is followed. Deeper parts are left out, so hostile nesting costs no stack. */
export const maximumTraceDepth = 512;

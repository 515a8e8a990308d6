// The texts that a trace has in place of values that it cannot or must not hold.

export const markers = {
  cycle: "<Cycle>",
  tooDeep: "<TooDeep>",
  tooLarge: "<TooLarge>",
  longInteger: "<Integer of more than 10000 digits>",
  unreadable: "<Unreadable>",
  accessor: "<Accessor>",
  function: "<Function>",
  symbol: "<Symbol>",
} as const;

/**
 * How deep a value is followed. Deeper parts are left out, so that hostile nesting cannot overflow
 * the stack.
 */
export const maximumTraceDepth = 512;

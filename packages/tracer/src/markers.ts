// The texts that a trace has instead of values that it can't or must not contain.

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
 * The maximum depth of a written value. Deeper parts are omitted, so that hostile nesting can't
 * overflow the stack.
 */
export const maximumTraceDepth = 512;

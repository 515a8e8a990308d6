// The knowledge of a policy about the origins of the arguments of a call.

/** The name of an origin that may be any other one: every rule about origins matches it. */
export const anyOrigin = "*";

/** The name of literals that the model wrote after it had read untrusted text. */
export const modelOrigin = "model";

export interface NamedOrigin {
  /** The name of a tool, `data/…`, `memory/…`, or one of the names above. */
  readonly name: string;
  /** Other names for it in rules: `untrusted`, `private`. */
  readonly words: readonly string[];
}

/** The origins of one argument. */
export interface ArgumentOrigins {
  readonly origins: readonly NamedOrigin[];
  /** The steps of the value from its first origin; empty if they are unknown. */
  readonly path: readonly string[];
  /** True if the argument may come from these, but wasn't followed. */
  readonly isPossible?: boolean;
}

/** The origins of the arguments of a call. */
export interface OriginFacts {
  /** True for the origins of this call. Otherwise an argument has at most these. */
  readonly isExact: boolean;
  /** By the names of arguments. */
  readonly arguments: ReadonlyMap<string, ArgumentOrigins>;
  /** The origins of all other arguments. */
  readonly others: ArgumentOrigins;
}

export const noOrigins: ArgumentOrigins = { origins: [], path: [] };

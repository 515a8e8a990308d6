// The settings of one reader that its grammar doesn't contain. A package keeps one recipe next to
// its grammar; the command, the drift test and the agreement test all read it.

export interface ReaderRecipe {
  /** The `.ohm` file with one grammar of lexical rules (names in lower case). */
  readonly grammar: URL;
  /** The module whose exported functions build the values; each is named for its rule. */
  readonly actions: URL;
  /** The TypeScript module to write. */
  readonly output: URL;
  /**
   * A separate module for the second pass, for a reader that is loaded without it. By default,
   * `output` contains it.
   */
  readonly traceOutput?: URL;
  /**
   * True to omit the second pass, for a reader of texts that another reader of the same grammar
   * has accepted.
   */
  readonly withoutTrace?: boolean;
  /** The rule that must match the whole text. It needs an action. */
  readonly start: string;
  /** Rules at which nesting is counted. Every cycle of rules must pass through one of them. */
  readonly nesting: readonly string[];
  /** Rules that are only recognized; their values are dropped (for example, discarded forms). */
  readonly silent: readonly string[];
}

/** The functions exported by a recipe's `actions` module. */
export type ActionTable = Readonly<Record<string, unknown>>;

/** Returns the names of the rules that have an action. */
export function actionNamesOf(actions: ActionTable): ReadonlySet<string> {
  return new Set(Object.keys(actions).filter((name) => typeof actions[name] === "function"));
}

// What the build step has to be told about one reader and the grammar does not say. A package keeps
// one recipe beside its grammar; the command, the drift test and the agreement test all read it.

export interface ReaderRecipe {
  /** The `.ohm` file with one grammar of lexical rules (names in lower case). */
  readonly grammar: URL;
  /** The module whose exported functions build the values; each is named for its rule. */
  readonly actions: URL;
  /** The TypeScript module to write. */
  readonly output: URL;
  /**
   * A module of its own for the second pass, for a reader that is loaded without it. Default: it
   * stands in `output`.
   */
  readonly traceOutput?: URL;
  /** No second pass, for a reader of texts that another one of the same grammar has accepted. */
  readonly withoutTrace?: boolean;
  /** The rule that must match the whole text. It needs an action. */
  readonly start: string;
  /** Rules at which nesting is counted. Every circle of rules must pass through one of them. */
  readonly nesting: readonly string[];
  /** Rules that are only recognised: what values they contain is dropped (discarded forms, say). */
  readonly silent: readonly string[];
}

/** The functions exported by a recipe's `actions` module. */
export type ActionTable = Readonly<Record<string, unknown>>;

/** The names of the rules that have an action. */
export function actionNamesOf(actions: ActionTable): ReadonlySet<string> {
  return new Set(Object.keys(actions).filter((name) => typeof actions[name] === "function"));
}

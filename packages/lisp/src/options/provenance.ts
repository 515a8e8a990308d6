// The types of the option `provenance`.

/** How the origins of values are followed. */
export interface ProvenanceOptions {
  /** Whether decisions and lengths pass origins on too; default false. */
  readonly strict?: boolean;
  /**
   * True if the author of the program, a model, has read untrusted text before. An argument with a
   * rule about origins then accepts its literals only if a trusted text contains the whole value.
   * Default: false.
   */
  readonly afterUntrusted?: boolean;
  /**
   * Texts of people, such as the prompt. Fields of the context and answers of tools with
   * `trust: "trusted"` count as well, unless a rule forbids them as an origin.
   */
  readonly trustedTexts?: readonly string[];
}

/** `true`, `"strict"` for `{ strict: true }`, or options. */
export type Provenance = boolean | "strict" | ProvenanceOptions;

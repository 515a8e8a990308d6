// The error of an invalid configuration. It lists every mistake with the path of its field.

/** One mistake of a configuration. */
export interface ConfigurationProblem {
  /** The field, such as `upstreams.github.url`; empty for the whole file. */
  readonly path: string;
  /** The mistake and what to do. Never contains the text of a credential. */
  readonly message: string;
}

/** Thrown for an invalid `ptc.json`. `problems` lists every mistake. */
export class ConfigurationError extends Error {
  override readonly name = "ConfigurationError";
  readonly problems: readonly ConfigurationProblem[];

  constructor(file: string, problems: readonly ConfigurationProblem[]) {
    super(
      `${file} is invalid:\n${problems.map(({ path, message }) => `- ${path === "" ? "" : `${path}: `}${message}`).join("\n")}`,
    );
    this.problems = problems;
  }
}

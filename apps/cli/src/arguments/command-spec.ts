// The arguments and options of a command, as data for the parser, the help and the completion.

/** The completions of a word: files, a list of words, or both. */
export type Offer = "files" | readonly string[] | { readonly filesOr: readonly string[] };

export interface OptionSpec {
  /** The name of the value in the help. Options without it are flags. */
  readonly value?: string;
  /** True for an option that can be given several times. */
  readonly isMany?: true;
  readonly short?: string;
  readonly description: string;
  /** The completions of its value. */
  readonly offer?: Offer;
}

/** Options by long name, without dashes. */
export type OptionSpecs = Readonly<Record<string, OptionSpec>>;

export interface ArgumentSpec {
  readonly name: string;
  readonly isOptional?: boolean;
  /** True for a last argument that takes all remaining words. */
  readonly isMany?: boolean;
  /** The error if a required argument is missing. */
  readonly missing?: string;
  readonly offer?: Offer;
}

export interface CommandSpec {
  readonly name: string;
  /** One line. */
  readonly summary: string;
  /** The text after `ptc <name>`, one line for each way to call the command. */
  readonly usage: readonly string[];
  readonly arguments: readonly ArgumentSpec[];
  readonly options: OptionSpecs;
  /** Paragraphs of the command's help. */
  readonly notes: readonly string[];
}

export interface ParsedArguments {
  readonly positionals: readonly string[];
  readonly flags: ReadonlySet<string>;
  readonly values: ReadonlyMap<string, string>;
  /** The values of options that can be given several times. */
  readonly lists: ReadonlyMap<string, readonly string[]>;
  /** True if `--` ended the options. */
  readonly isEnded: boolean;
}

/** Returns `-f, --file <path>`. */
export function optionFlags(name: string, { value, short }: OptionSpec): string {
  return `${short === undefined ? "" : `-${short}, `}--${name}${value === undefined ? "" : ` <${value}>`}`;
}

/** Returns `<run.jsonl> [<mission folder>]`. */
export function argumentsText(specs: readonly ArgumentSpec[]): string {
  return specs
    .map(({ name, isOptional = false, isMany = false }) => {
      const text = `<${name}>${isMany ? " …" : ""}`;
      return isOptional ? `[${text}]` : text;
    })
    .join(" ");
}

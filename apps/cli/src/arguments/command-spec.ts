// What a command takes, as data. The parser, the help and the completion read the same tables.

/** What a shell offers for a word: files, or the words that are known. */
export type Offer = "files" | readonly string[];

export interface OptionSpec {
  /** The word for the value in the help text; an option without it is a flag. */
  readonly value?: string;
  readonly short?: string;
  readonly description: string;
  /** What its value may be; absent where nothing is known. */
  readonly offer?: Offer;
}

/** Options by long name, without dashes. */
export type OptionSpecs = Readonly<Record<string, OptionSpec>>;

export interface ArgumentSpec {
  readonly name: string;
  readonly isOptional?: boolean;
  /** Whether it takes all words that are left; only the last argument may. */
  readonly isMany?: boolean;
  /** What is said when it is missing; for arguments that are not optional. */
  readonly missing?: string;
  readonly offer?: Offer;
}

export interface CommandSpec {
  readonly name: string;
  /** One line. */
  readonly summary: string;
  /** What follows `ptc <name>`; one line for each way to call the command. */
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
  /** Whether `--` ended the options. */
  readonly isEnded: boolean;
}

/** `-f, --file <path>` */
export function optionFlags(name: string, { value, short }: OptionSpec): string {
  return `${short === undefined ? "" : `-${short}, `}--${name}${value === undefined ? "" : ` <${value}>`}`;
}

/** `<run.jsonl> [<mission folder>]` */
export function argumentsText(specs: readonly ArgumentSpec[]): string {
  return specs
    .map(({ name, isOptional = false, isMany = false }) => {
      const text = `<${name}>${isMany ? " …" : ""}`;
      return isOptional ? `[${text}]` : text;
    })
    .join(" ");
}

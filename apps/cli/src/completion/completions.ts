// Answers the completion requests of shells. `@bomb.sh/tab` has the scripts and the protocol: one
// line for each completion, and a last line with a directive for the shell.

import { RootCommand, ShellCompDirective, type Command as TabCommand } from "@bomb.sh/tab";
import type { CommandSpec, Offer, OptionSpecs } from "../arguments/command-spec.ts";
import type { Shell } from "./shells.ts";

/** Returns the script that makes `shell` call `ptc complete -- words…`. */
export function completionScript(shell: Shell): string {
  const script = printedBy(() => {
    new RootCommand().setup("ptc", "ptc", shell);
  });
  // The library's script doesn't complete files and can't be sourced twice.
  return shell === "bash"
    ? `${script.replaceAll(/^readonly /gm, "")}complete -o default -F __ptc_complete ptc\n`
    : script;
}

/** Returns the completions for the words after `ptc`, of which the last one is being typed. */
export function completions(specs: Iterable<CommandSpec>, words: readonly string[]): string {
  const typed = words.at(-1) ?? "";
  let directive = ShellCompDirective.ShellCompDirectiveNoFileComp;
  const take = (offer: Offer | undefined) => (complete: (word: string, about: string) => void) => {
    if (offer === "files") directive = ShellCompDirective.ShellCompDirectiveDefault;
    else if (offer !== undefined && "filesOr" in offer) {
      directive = ShellCompDirective.ShellCompDirectiveDefault;
      for (const word of offer.filesOr) complete(word, "");
    } else if (offer !== undefined) {
      // A word that ends with a colon continues after it.
      if (offer.every((word) => word.endsWith(":")))
        directive |= ShellCompDirective.ShellCompDirectiveNoSpace;
      // Shells that split words at colons would repeat the typed text.
      for (const word of offer) if (word !== typed) complete(word, "");
    }
  };
  const root = new RootCommand();
  addOptions(root, { help: helpOption, version: { short: "v", description: "show the version" } });
  const names: string[] = [];
  for (const spec of specs) {
    names.push(spec.name);
    const command = root.command(spec.name, spec.summary);
    addOptions(command, { ...spec.options, help: helpOption });
    for (const { name, offer, isMany } of spec.arguments)
      command.argument(name, take(offer), isMany);
  }
  root.command("help", "show the help of a command").argument("command", take(names));
  const answer = printedBy(() => {
    root.parse([...(words.length === 0 ? [""] : words)]);
  });
  return answer.replace(/:\d+\n$/, `:${String(directive)}\n`);

  function addOptions(command: TabCommand, options: OptionSpecs): void {
    for (const [name, { value, short, description, offer }] of Object.entries(options))
      if (value === undefined) command.option(name, description, short);
      else command.option(name, description, take(offer), short);
  }
}

const helpOption = { short: "h", description: "show the help" };

/** Captures the output of the library, which prints only with `console.log`, synchronously. */
function printedBy(print: () => void): string {
  const { log } = console;
  let text = "";
  console.log = (line: string) => {
    text += `${line}\n`;
  };
  try {
    print();
  } finally {
    console.log = log;
  }
  return text;
}

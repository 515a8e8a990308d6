// `ptc complete`: the scripts by which shells complete `ptc`, and the answers to what they ask.

import type { CommandSpec } from "../arguments/command-spec.ts";
import { isShell, shells } from "../completion/shells.ts";
import { exitCode } from "../terminal/exit-code.ts";
import { write } from "../terminal/output.ts";
import { UsageError } from "../terminal/usage-error.ts";
import type { Command } from "./command.ts";

/** `specs` are the commands that it completes, itself among them. */
export function completeCommand(specs: () => Iterable<CommandSpec>): Command {
  return {
    name: "complete",
    summary: "make the shell complete commands, options and files",
    usage: ["bash | zsh | fish | powershell", "-- words …"],
    arguments: [
      {
        name: "shell",
        isMany: true,
        isOptional: true,
        offer: shells,
      },
    ],
    options: {},
    notes: [
      "bash, with the package bash-completion: source <(ptc complete bash), in ~/.bashrc. zsh: source <(ptc complete zsh), in ~/.zshrc after compinit. fish: ptc complete fish > ~/.config/fish/completions/ptc.fish. PowerShell: ptc complete powershell | Out-String | Invoke-Expression, in $PROFILE.",
      "After -- stand the words of a command line, of which the last one is being typed; the answer is a line for each word that fits. The scripts call this.",
    ],
    run: async ({ positionals, isEnded }, host) => {
      const { completions, completionScript } = await import("../completion/completions.ts");
      const [shell, ...others] = positionals;
      if (!isEnded && (!isShell(shell) || others.length > 0))
        throw new UsageError("which shell? bash, zsh, fish or powershell", {
          isAboutArguments: true,
        });
      await write(
        host.output,
        isEnded || !isShell(shell) ? completions(specs(), positionals) : completionScript(shell),
      );
      return exitCode.ok;
    },
  };
}

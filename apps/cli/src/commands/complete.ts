// `ptc complete`: prints completion scripts for shells, and answers the requests of these scripts.

import type { CommandSpec } from "../arguments/command-spec.ts";
import { isShell, shells } from "../completion/shells.ts";
import { exitCode } from "../terminal/exit-code.ts";
import { write } from "../terminal/output.ts";
import { UsageError } from "../terminal/usage-error.ts";
import type { Command } from "./command.ts";

/** `specs` returns the commands to complete, including this one. */
export function completeCommand(specs: () => Iterable<CommandSpec>): Command {
  return {
    name: "complete",
    summary: "print a completion script for your shell",
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
      "After --, pass the words of a command line; the last one is being typed. The output has one completion per line. The scripts call this.",
    ],
    run: async ({ positionals, isEnded }, host) => {
      const { completions, completionScript } = await import("../completion/completions.ts");
      const [shell, ...others] = positionals;
      if (!isEnded && (!isShell(shell) || others.length > 0))
        throw new UsageError("unknown shell: use bash, zsh, fish or powershell", {
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

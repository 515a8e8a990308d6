// The shells with completion scripts.

export const shells = ["bash", "zsh", "fish", "powershell"] as const;
export type Shell = (typeof shells)[number];

export function isShell(name: string | undefined): name is Shell {
  return shells.some((shell) => shell === name);
}

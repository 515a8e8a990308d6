// `ptc view`: shows traces in the browser.

import { UsageError } from "../terminal/usage-error.ts";
import type { Command } from "./command.ts";

export const viewCommand: Command = {
  name: "view",
  summary: "show runs in the browser, live or as one HTML file",
  usage: [
    "[<file.jsonl | folder>] [--port n]",
    "[<file.jsonl | folder>] --html out.html",
    "[<file.jsonl | folder>] [--checkpoint file.json | --store address] [--mission folder]",
    "[<file.jsonl | folder>] --recording run.jsonl [--mission folder]",
  ],
  arguments: [{ name: "file.jsonl | folder", isOptional: true, offer: "files" }],
  options: {
    html: {
      value: "file",
      description: "write one HTML file, which opens without a server or network",
      offer: "files",
    },
    port: { value: "n", description: "the port on 127.0.0.1 (default: any free one)" },
    checkpoint: {
      value: "file.json",
      description: "decide on the page about calls of this mission, as with ptc resume",
      offer: "files",
    },
    store: {
      value: "address",
      description: "decide on the page about runs of this store, as with ptc runs",
    },
    recording: {
      value: "run.jsonl",
      description: "replay this recording with programs edited on the page, as with ptc replay",
      offer: "files",
    },
    mission: {
      value: "folder",
      description: "the mission to continue or replay, if you didn't run it here",
      offer: "files",
    },
  },
  notes: [
    "The default is the folder .ptc/traces, where ptc run writes. The page follows runs while they write their traces.",
    "Only this computer can open the page, and only with the printed address, which contains a random token.",
    "The HTML file contains the data of the runs, so pass it on only to people who may see it. Firewalled values are masked, as in ptc trace.",
    "The keys of checkpoints and stores come from the environment, as for ptc resume and ptc runs.",
  ],
  run: async ({ positionals, values }, host) => {
    const { viewRuns } = await import("../view/view-runs.ts");
    const [path = ".ptc/traces"] = positionals;
    const html = values.get("html");
    const checkpoint = values.get("checkpoint");
    const store = values.get("store");
    if (checkpoint !== undefined && store !== undefined)
      throw new UsageError("use --checkpoint or --store, not both", { isAboutArguments: true });
    for (const name of ["port", "checkpoint", "store", "recording"])
      if (html !== undefined && values.has(name))
        throw new UsageError(`--${name} needs a server, so it can't be used with --html`, {
          isAboutArguments: true,
        });
    return await viewRuns(host, {
      ...{ path, html, checkpoint, store },
      port: portOf(values.get("port")),
      recording: values.get("recording"),
      mission: values.get("mission"),
    });
  },
};

function portOf(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  if (/^\d{1,5}$/.test(text) && Number(text) <= 65_535) return Number(text);
  throw new UsageError("--port needs a whole number from 0 to 65535", { isAboutArguments: true });
}

// Writes a page with its data into one file that opens without a server.

import { groupedNumber } from "@ptc/core/internal/json";
import { LoadError } from "@ptc/core/internal/host";
import type { RunContent, RunRow } from "../page-data.ts";
import { builtPage, filledPage } from "./page-file.ts";
import { TraceLibrary } from "./trace-library.ts";

/** The options of `viewerHtml`. */
export interface ViewerHtmlOptions {
  /** A trace file, or a folder of them. */
  readonly path: string;
  /** Relative paths start here. Default: the current folder. */
  readonly folder?: string;
  /** The maximum number of runs, newest first. Default 200. */
  readonly maximumRuns?: number;
  /** The maximum characters of all texts together. Longer texts are cut off. Default 30 million. */
  readonly maximumCharacters?: number;
}

const usual = { maximumRuns: 200, maximumCharacters: 30_000_000 };
const mostOfText = 1_000_000;

/**
 * Returns an HTML page with the runs of a trace file or of a folder. The page needs no network and
 * contains no firewalled values.
 * @throws LoadError if nothing can be read
 */
export async function viewerHtml(options: ViewerHtmlOptions): Promise<string> {
  const { path, folder = process.cwd() } = options;
  const { maximumRuns, maximumCharacters } = { ...usual, ...options };
  const library = new TraceLibrary(path, folder);
  await library.refresh();
  const { rows } = library;
  if (rows.length === 0)
    throw new LoadError(library.problems[0] ?? `${path}: there are no traces in this folder`);
  const runs = rows.slice(0, maximumRuns);
  const contents: RunContent[] = [];
  let left = maximumCharacters;
  for (const row of runs) {
    const content = await contentOf(library, row, left);
    left -= content.texts.reduce((sum, { text }) => sum + text.length, 0);
    contents.push(content);
  }
  const omitted = rows.length - runs.length;
  return filledPage(await builtPage(), {
    mode: "file",
    list: {
      title: path,
      runs,
      unread: 0,
      problems: [
        ...(omitted === 0 ? [] : [`${groupedNumber(omitted)} older runs are left out`]),
        ...library.problems,
      ],
      canReplay: false,
    },
    contents,
  });
}

async function contentOf(
  library: TraceLibrary,
  { id }: RunRow,
  total: number,
): Promise<RunContent> {
  const found = await library.find(id);
  if (found === undefined) throw new LoadError(`the trace of ${id} changed while it was read`);
  const { run, problems } = found;
  return { view: run.view, texts: run.texts.views({ each: mostOfText, total }), problems };
}

// The runs of a trace file or of a folder of them. Reads files when they change, newest first, and
// keeps the content of a few; of the others, it keeps one line of the list.

import { readdir, stat } from "node:fs/promises";
import { basename, join, resolve } from "node:path";
import type { TraceEvent } from "@ptc/core/contracts";
import { LoadError, fileProblem } from "@ptc/core/internal/host";
import { looksLikeTrace } from "@ptc/tracer/internal/node";
import type { ViewedRun } from "../model/build-run-view.ts";
import type { RunRow } from "../page-data.ts";
import { memoryFile, traceFile, type FileContent, type LibraryFile } from "./library-file.ts";

interface Entry {
  readonly file: LibraryFile;
  /** The signature of what was read. */
  read: string | undefined;
  rows: readonly RunRow[];
  problems: readonly string[];
}

export interface FoundRun {
  readonly run: ViewedRun;
  readonly row: RunRow;
  readonly path: string | undefined;
  readonly problems: readonly string[];
}

/** The newest files of a folder. */
const mostFiles = 5_000;
const mostLoaded = 4;

export class TraceLibrary {
  readonly path: string;
  private readonly folder: string;
  private readonly entries = new Map<string, Entry>();
  /** The contents of the files that were used last, the last one at the end. */
  private readonly loaded = new Map<string, FileContent>();
  private refreshing: Promise<boolean> | undefined = undefined;
  private added = 0;
  private omitted = 0;

  constructor(path: string, folder: string) {
    this.path = resolve(folder, path);
    this.folder = folder;
  }

  /** The runs that aren't missions of another listed run, newest first. */
  get rows(): readonly RunRow[] {
    const rows = [...this.entries.values()].flatMap((entry) => entry.rows);
    const traceIds = new Set(rows.map(({ traceId }) => traceId));
    return rows
      .filter(({ parentTraceId }) => parentTraceId === undefined || !traceIds.has(parentTraceId))
      .sort((left, right) => right.startedAt - left.startedAt);
  }

  /** The number of files that aren't read yet. */
  get unread(): number {
    return [...this.entries.values()].filter(({ read }) => read === undefined).length;
  }

  get problems(): readonly string[] {
    const problems = [...this.entries.values()].flatMap((entry) => entry.problems);
    const omitted = this.omitted === 0 ? [] : [`${String(this.omitted)} older files are left out`];
    return [...omitted, ...problems].slice(0, 50);
  }

  /**
   * Finds files and reads those that changed, newest first. Calls `onRead` after each, and stops
   * when it returns false. Resolves to true if anything changed.
   * @throws LoadError if the path can't be read
   */
  async refresh(onRead: () => boolean = () => true): Promise<boolean> {
    this.refreshing ??= this.readChanges(onRead).finally(() => {
      this.refreshing = undefined;
    });
    return await this.refreshing;
  }

  /** Returns a run with its content. */
  async find(id: string): Promise<FoundRun | undefined> {
    for (const [key, entry] of this.entries) {
      const row = entry.rows.find((known) => known.id === id);
      if (row === undefined) continue;
      const { runs, problems } = await this.content(key, entry);
      const run = runs.find(({ view }) => view.summary.key === row.key);
      return run && { run, row, path: entry.file.path, problems };
    }
    return undefined;
  }

  /** Adds a run that has no file. Returns the ids of its rows. */
  async add(name: string, events: readonly TraceEvent[]): Promise<readonly string[]> {
    this.added += 1;
    const key = `memory ${String(this.added)}`;
    const entry: Entry = {
      file: memoryFile(name, events),
      read: undefined,
      rows: [],
      problems: [],
    };
    this.entries.set(key, entry);
    await this.readEntry(key, entry);
    return entry.rows.map(({ id }) => id);
  }

  private async readChanges(onRead: () => boolean): Promise<boolean> {
    let isChanged = await this.findFiles();
    const newestFirst = [...this.entries].reverse();
    for (const [key, entry] of newestFirst) {
      const signature = await entry.file.signature();
      if (signature === entry.read) continue;
      isChanged = true;
      if (signature === undefined) this.entries.delete(key);
      else await this.readEntry(key, entry);
      if (!onRead()) break;
    }
    return isChanged;
  }

  /** Adds new files in the order of their names, which begin with a time. */
  private async findFiles(): Promise<boolean> {
    const { path, folder } = this;
    let names: readonly string[] | undefined;
    try {
      if ((await stat(path)).isDirectory()) names = (await readdir(path)).filter(looksLikeTrace);
    } catch (error) {
      if (this.entries.size > 0) return false;
      throw new LoadError(`${path}: ${fileProblem(error)}`);
    }
    if (names === undefined) return this.addFile(path, traceFile(path, folder));
    const newest = [...names].sort().slice(-mostFiles);
    this.omitted = names.length - newest.length;
    let isChanged = false;
    for (const name of newest) {
      const file = join(path, name);
      isChanged = this.addFile(file, traceFile(file, folder, name)) || isChanged;
    }
    return isChanged;
  }

  private addFile(key: string, file: LibraryFile): boolean {
    if (this.entries.has(key)) return false;
    this.entries.set(key, { file, read: undefined, rows: [], problems: [] });
    return true;
  }

  private async readEntry(key: string, entry: Entry): Promise<void> {
    const { runs, problems, signature } = await this.load(key, entry);
    entry.rows = runs.map(({ view }) => ({
      ...view.summary,
      id: this.idOf(view.summary.key, entry),
      file: basename(entry.file.name),
    }));
    entry.problems = problems;
    entry.read = signature;
  }

  /** Different files may have the same run, for example copies. */
  private idOf(key: string, own: Entry): string {
    const isTaken = [...this.entries.values()].some(
      (entry) => entry !== own && entry.rows.some(({ id }) => id === key),
    );
    return isTaken ? `${key}.${own.file.name}` : key;
  }

  private async content(key: string, entry: Entry): Promise<FileContent> {
    const known = this.loaded.get(key);
    if (known === undefined || known.signature !== entry.read) return await this.load(key, entry);
    this.loaded.delete(key);
    this.loaded.set(key, known);
    return known;
  }

  private async load(key: string, { file }: Entry): Promise<FileContent> {
    const content = await file.read();
    this.loaded.delete(key);
    this.loaded.set(key, content);
    const [oldest] = this.loaded.keys();
    if (this.loaded.size > mostLoaded && oldest !== undefined) {
      this.loaded.delete(oldest);
      this.entries.get(oldest)?.file.forget();
    }
    return content;
  }
}

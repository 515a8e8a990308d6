// The source of the runs: the block of data in its file, or the server that sent it.

import type {
  CallDecisionInput,
  PageData,
  RunContent,
  RunList,
  UndecidedRun,
} from "../../page-data.ts";

export interface RunSource {
  readonly isLive: boolean;
  list(): Promise<RunList>;
  run(id: string): Promise<RunContent>;
  /** Returns the next part of a text. Pages in files have no more than they were written with. */
  text(id: string, text: number, from: number): Promise<string>;
  waiting(): Promise<readonly UndecidedRun[]>;
  decide(decided: DecidedRun): Promise<string>;
  replay(
    run: string,
    turn: number,
    program: string,
  ): Promise<{ readonly id: string; readonly message: string }>;
  /**
   * Calls `changed` whenever runs may have changed, and `connected` with the state of the server.
   */
  follow(changed: () => void, connected: (isConnected: boolean) => void): () => void;
}

export interface DecidedRun {
  readonly run: string;
  readonly shown: string;
  readonly decisions: readonly (readonly [string, CallDecisionInput])[];
}

/** Reads the block of data of this page. */
export function runSource(): RunSource {
  const json = document.getElementById("data")?.textContent;
  const data = JSON.parse(json ?? '{"mode":"live"}') as PageData;
  return data.mode === "live" ? liveSource() : fileSource(data);
}

type FileData = Extract<PageData, { readonly mode: "file" }>;

function fileSource({ list, contents }: FileData): RunSource {
  const byId = new Map(list.runs.map(({ id }, index) => [id, contents[index]]));
  const refuse = (): Promise<never> =>
    Promise.reject(new Error("this page is a file: start ptc view to do this"));
  return {
    isLive: false,
    list: () => Promise.resolve(list),
    run: (id) => {
      const content = byId.get(id);
      return content === undefined
        ? Promise.reject(new Error("this file doesn't contain the run"))
        : Promise.resolve(content);
    },
    text: () => Promise.resolve(""),
    waiting: () => Promise.resolve([]),
    decide: refuse,
    replay: refuse,
    follow: () => () => undefined,
  };
}

function liveSource(): RunSource {
  return {
    isLive: true,
    list: () => fetched<RunList>("api/runs"),
    run: (id) => fetched<RunContent>("api/run", { id }),
    text: async (id, text, from) => {
      const query = { id, text: String(text), from: String(from) };
      return (await fetched<{ readonly text: string }>("api/text", query)).text;
    },
    waiting: () => fetched<readonly UndecidedRun[]>("api/waiting"),
    decide: async (decided) =>
      (await posted<{ readonly message: string }>("api/decide", decided)).message,
    replay: (run, turn, program) => posted("api/replay", { run, turn, program }),
    follow: (changed, connected) => {
      const events = new EventSource("api/events");
      events.onopen = () => {
        connected(true);
        changed();
      };
      events.onerror = () => connected(false);
      events.onmessage = changed;
      return () => events.close();
    },
  };
}

async function fetched<Answer>(
  path: string,
  query: Readonly<Record<string, string>> = {},
): Promise<Answer> {
  return await answered(await fetch(`${path}?${new URLSearchParams(query).toString()}`));
}

async function posted<Answer>(path: string, body: object): Promise<Answer> {
  const headers = { "content-type": "application/json" };
  return await answered(await fetch(path, { method: "POST", headers, body: JSON.stringify(body) }));
}

async function answered<Answer>(response: Response): Promise<Answer> {
  const json = (await response.json()) as Answer & { readonly error?: string };
  if (!response.ok) throw new Error(json.error ?? `the viewer answered ${String(response.status)}`);
  return json;
}

// The methods of the language server. It answers from the tables of the language, the open
// documents and the project; run-language-server.ts connects it to a client.

import { fileURLToPath } from "node:url";
import { version } from "../version.ts";
import { Checks } from "./checks.ts";
import { completionsAt } from "./completion-items.ts";
import { diagnosticsOf, type Diagnostic } from "./diagnostics.ts";
import { formatEdits } from "./format-edits.ts";
import { describe, hoverAt } from "./hover.ts";
import type { Position } from "./line-table.ts";
import { OpenDocument, OpenDocuments, type RefusedDocument } from "./open-documents.ts";
import { changedText, field, positionOf, textField, uriOf, versionOf } from "./parameters.ts";
import { unknownProject, type Project } from "./project.ts";

export interface LanguageServerOptions {
  /** The folder of the project if the client names none. */
  readonly folder: string;
  readonly readProject: (folder: string) => Promise<Project>;
  /** Sends a notification to the client. */
  readonly notify: (method: string, parameters: unknown) => void;
  /** Sends a request to the client, whose answer isn't used. */
  readonly request: (method: string, parameters: unknown) => void;
  /** Writes a line to the client's log. */
  readonly report: (problem: string) => void;
}

type Handler = (parameters: unknown) => unknown;

const watched = "**/*.{json,js,mjs,cjs,ts,mts,cts,clj}";

/** The abilities that `initialize` reports. Documents are synchronized as a whole. */
const capabilities = {
  positionEncoding: "utf-16",
  textDocumentSync: { openClose: true, change: 1 },
  completionProvider: { triggerCharacters: ["/", "("], resolveProvider: true },
  hoverProvider: true,
  documentFormattingProvider: true,
} as const;

export class LanguageServer {
  private readonly options: LanguageServerOptions;
  private readonly documents = new OpenDocuments();
  private readonly checks: Checks;
  private folder: string;
  private canWatch = false;
  private project: Promise<Project> = Promise.resolve(unknownProject);

  /** The handlers of requests by method. They return the result, or a promise of it. */
  readonly requests: ReadonlyMap<string, Handler> = new Map<string, Handler>([
    ["initialize", (parameters) => this.initialize(parameters)],
    ["textDocument/hover", (parameters) => this.hover(parameters)],
    ["textDocument/completion", (parameters) => this.complete(parameters)],
    ["completionItem/resolve", (item) => this.resolve(item)],
    ["textDocument/formatting", (parameters) => this.format(parameters)],
  ]);

  /** The handlers of notifications by method. */
  readonly notifications: ReadonlyMap<string, (parameters: unknown) => void> = new Map<
    string,
    (parameters: unknown) => void
  >([
    ["initialized", () => this.watch()],
    ["textDocument/didOpen", (parameters) => this.open(parameters)],
    ["textDocument/didChange", (parameters) => this.change(parameters)],
    ["textDocument/didClose", (parameters) => this.close(parameters)],
    ["workspace/didChangeWatchedFiles", (parameters) => void this.filesChanged(parameters)],
  ]);

  constructor(options: LanguageServerOptions) {
    this.options = options;
    this.folder = options.folder;
    this.checks = new Checks({
      documents: this.documents,
      project: () => this.project,
      publish: (document, found) => this.publish(document, found),
      report: options.report,
    });
  }

  private initialize(parameters: unknown): unknown {
    this.folder = rootOf(parameters) ?? this.folder;
    const workspace = field(field(parameters, "capabilities"), "workspace");
    this.canWatch =
      field(field(workspace, "didChangeWatchedFiles"), "dynamicRegistration") === true;
    this.loadProject();
    return { capabilities, serverInfo: { name: "ptc", version: version() } };
  }

  private loadProject(): void {
    this.project = this.options.readProject(this.folder).then((project) => {
      for (const problem of project.problems) this.options.report(problem);
      return project;
    });
    for (const { uri } of this.documents.all()) this.checks.request(uri);
  }

  private watch(): void {
    if (!this.canWatch) return;
    this.options.request("client/registerCapability", {
      registrations: [
        {
          id: "ptc-project",
          method: "workspace/didChangeWatchedFiles",
          registerOptions: { watchers: [{ globPattern: watched }] },
        },
      ],
    });
  }

  /** Reads the project again if one of its files changed. */
  private async filesChanged(parameters: unknown): Promise<void> {
    const changes = field(parameters, "changes");
    if (!Array.isArray(changes)) return;
    const { files } = await this.project;
    const isOurs = (path: string): boolean =>
      path.endsWith("ptc.json") ||
      files.some((file) => path === file || path.startsWith(`${file}/`));
    const paths = changes.map((change) => pathOf(textField(change, "uri")));
    if (paths.some((path) => path !== undefined && isOurs(path))) this.loadProject();
  }

  private open(parameters: unknown): void {
    const uri = uriOf(parameters);
    const text = textField(field(parameters, "textDocument"), "text");
    if (uri !== undefined && text !== undefined) this.set(uri, text, versionOf(parameters));
  }

  private change(parameters: unknown): void {
    const uri = uriOf(parameters);
    if (uri === undefined) return;
    const text = changedText(parameters);
    const documentVersion = versionOf(parameters);
    if (text !== undefined) {
      this.set(uri, text, documentVersion);
      return;
    }
    this.documents.delete(uri);
    const problem =
      "The editor sent a part of the document, but ptc needs the whole: close and open it again";
    void this.refuse({ uri, version: documentVersion, problem });
  }

  private close(parameters: unknown): void {
    const uri = uriOf(parameters);
    if (uri === undefined) return;
    this.documents.delete(uri);
    this.publish({ uri, version: undefined }, []);
  }

  private set(uri: string, text: string, documentVersion: number | undefined): void {
    const document = this.documents.set(uri, text, documentVersion);
    if (document instanceof OpenDocument) this.checks.request(uri);
    else void this.refuse(document);
  }

  private async refuse(document: RefusedDocument): Promise<void> {
    this.publish(document, await diagnosticsOf(document, unknownProject));
  }

  private publish(
    { uri, version: documentVersion }: Pick<RefusedDocument, "uri" | "version">,
    diagnostics: readonly Diagnostic[],
  ): void {
    this.options.notify("textDocument/publishDiagnostics", {
      uri,
      ...(documentVersion === undefined ? {} : { version: documentVersion }),
      diagnostics,
    });
  }

  private async hover(parameters: unknown): Promise<unknown> {
    const found = this.at(parameters);
    return found === undefined
      ? null
      : await hoverAt(found.document, found.position, await this.project);
  }

  private async complete(parameters: unknown): Promise<unknown> {
    const found = this.at(parameters);
    return found === undefined
      ? null
      : await completionsAt(found.document, found.position, await this.project);
  }

  /** Adds the description to a completion when the client shows it. */
  private async resolve(item: unknown): Promise<unknown> {
    const label = textField(item, "label");
    const value = label === undefined ? undefined : await describe(label, await this.project);
    if (value === undefined) return item ?? null;
    return { ...(item as object), documentation: { kind: "markdown", value } };
  }

  private format(parameters: unknown): unknown {
    const document = this.documents.get(uriOf(parameters) ?? "");
    return document === undefined ? null : formatEdits(document);
  }

  private at(
    parameters: unknown,
  ): { readonly document: OpenDocument; readonly position: Position } | undefined {
    const document = this.documents.get(uriOf(parameters) ?? "");
    const position = positionOf(parameters);
    return document === undefined || position === undefined ? undefined : { document, position };
  }
}

/** Returns the first folder of the workspace. */
function rootOf(parameters: unknown): string | undefined {
  const folders = field(parameters, "workspaceFolders");
  const first: unknown = Array.isArray(folders) ? folders[0] : undefined;
  return (
    pathOf(textField(first, "uri")) ??
    pathOf(textField(parameters, "rootUri")) ??
    textField(parameters, "rootPath")
  );
}

function pathOf(uri: string | undefined): string | undefined {
  try {
    return uri?.startsWith("file:") === true ? fileURLToPath(uri) : undefined;
  } catch {
    return undefined;
  }
}

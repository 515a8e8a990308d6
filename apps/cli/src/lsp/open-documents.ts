// The documents that the client has open, as they are in its editor.

import { LineTable } from "./line-table.ts";

/** The reader's limit for a program in UTF-16 units. */
const mostUnits = 1_000_000;
const mostDocuments = 1_000;
/** The limit for all documents together. */
const mostUnitsTogether = 20_000_000;

/** One version of a document. It never changes: an edit makes another one. */
export class OpenDocument {
  readonly uri: string;
  readonly version: number | undefined;
  readonly text: string;
  private table: LineTable | undefined;

  constructor(uri: string, text: string, version: number | undefined) {
    this.uri = uri;
    this.text = text;
    this.version = version;
  }

  get lines(): LineTable {
    return (this.table ??= new LineTable(this.text));
  }
}

/** A document whose text isn't stored, and the reason. */
export interface RefusedDocument {
  readonly uri: string;
  readonly version: number | undefined;
  readonly problem: string;
}

export class OpenDocuments {
  private readonly documents = new Map<string, OpenDocument>();
  private units = 0;

  get(uri: string): OpenDocument | undefined {
    return this.documents.get(uri);
  }

  all(): readonly OpenDocument[] {
    return [...this.documents.values()];
  }

  /** Stores a document, or returns why it isn't stored. */
  set(uri: string, text: string, version: number | undefined): OpenDocument | RefusedDocument {
    this.delete(uri);
    const problem =
      text.length > mostUnits
        ? `This document has ${String(text.length)} characters, more than the limit of ${String(mostUnits)}: ptc doesn't check it`
        : this.documents.size >= mostDocuments || this.units + text.length > mostUnitsTogether
          ? "Too many documents are open: close some, and edit this one, so that ptc checks it"
          : undefined;
    if (problem !== undefined) return { uri, version, problem };
    const document = new OpenDocument(uri, text, version);
    this.documents.set(uri, document);
    this.units += text.length;
    return document;
  }

  delete(uri: string): void {
    this.units -= this.documents.get(uri)?.text.length ?? 0;
    this.documents.delete(uri);
  }
}

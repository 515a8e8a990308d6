// A record with one JSON document, such as a session. A process that has opened it changes it until
// another process takes it. Every change compares the version, so an old process changes nothing.
//
//   open ──▶ take ──▶ work ──▶ write        a taken document has a new version before the work

import { isObject, type JsonObject } from "../internal/host/index.ts";
import { ownedKey } from "./owned-key.ts";
import type { ResolvedRecordOptions } from "./record-options.ts";
import type { RecordHead, RecordKey, RecordKind, StoredRecord } from "./run-store.ts";
import { StoreError } from "./store-error.ts";
import { exceedsBytes, quoted } from "./store-texts.ts";

/** The kind of a document, and the version of its format. */
export interface DocumentFormat {
  readonly kind: RecordKind;
  readonly version: number;
}

/** One document in a store. */
export class StoredDocument {
  /** The fields of the document as they were read. Undefined for a new or expired one. */
  readonly fields: JsonObject | undefined;
  private readonly options: ResolvedRecordOptions;
  private readonly format: DocumentFormat;
  private readonly id: string;
  private readonly key: RecordKey;
  private version: number;
  private status: string;
  /** True if the store has the contents of an expired document. */
  private isOutdated: boolean;

  private constructor(
    options: ResolvedRecordOptions,
    format: DocumentFormat,
    id: string,
    record: StoredRecord | undefined,
  ) {
    this.options = options;
    this.format = format;
    this.id = id;
    this.key = keyOf(options, format, id);
    this.version = record?.version ?? 0;
    const { dueAt = Infinity, status = "open", snapshot } = record ?? {};
    this.isOutdated = dueAt <= options.clock.now();
    this.status = this.isOutdated ? "open" : status;
    this.fields = snapshot === undefined || this.isOutdated ? undefined : this.fieldsIn(snapshot);
  }

  /** @throws StoreError */
  static async open(
    options: ResolvedRecordOptions,
    format: DocumentFormat,
    id: string,
  ): Promise<StoredDocument> {
    const record = await options.store.load(keyOf(options, format, id));
    return new StoredDocument(options, format, id, record);
  }

  /**
   * Makes this process the one that may change the document.
   * @throws StoreError `conflict` if another process has taken it
   */
  async take(): Promise<void> {
    await this.append(this.status, this.isOutdated ? this.text({}) : undefined);
  }

  /** @throws StoreError `too_large` before anything is stored; `conflict` as `take` */
  async write(status: string, fields: JsonObject): Promise<void> {
    await this.append(status, this.text(fields));
  }

  /** Returns the error about the document, whose message names it. */
  error(problem: "damaged" | "newer_schema", message: string): StoreError {
    return new StoreError(problem, `${this.title}: ${message}`);
  }

  private get title(): string {
    const { store, owner } = this.options;
    const of = owner === undefined ? "" : ` of ${quoted(owner)}`;
    return `${store.name}: the ${this.format.kind} ${quoted(this.id)}${of}`;
  }

  private async append(status: string, snapshot: string | undefined): Promise<void> {
    const { key, version } = this;
    const { store, owner, expiresAfterMs, clock } = this.options;
    const head: RecordHead = {
      status,
      ...(owner === undefined ? {} : { tags: [owner] }),
      ...(expiresAfterMs === undefined ? {} : { dueAt: clock.now() + expiresAfterMs }),
    };
    try {
      const [summary] = await store.append([
        { key, version, head, ...(snapshot === undefined ? {} : { snapshot }) },
      ]);
      this.version = summary?.version ?? version + 1;
      this.status = status;
      this.isOutdated = false;
    } catch (error) {
      if (!(error instanceof StoreError) || error.problem !== "conflict") throw error;
      throw new StoreError(
        "conflict",
        `${this.title} was changed or deleted by another process: open it again`,
        { cause: error },
      );
    }
  }

  private text(fields: JsonObject): string {
    const { kind, version } = this.format;
    const { maximumBytes } = this.options;
    const text = JSON.stringify({ format: formatName(kind), version, ...fields });
    if (!exceedsBytes(text, maximumBytes)) return text;
    throw new StoreError(
      "too_large",
      `${this.title} is larger than ${String(maximumBytes)} bytes as JSON: store less in it, or raise \`maximumBytes\``,
    );
  }

  /** @throws StoreError */
  private fieldsIn(snapshot: string): JsonObject {
    const { kind, version } = this.format;
    const json = parsed(snapshot);
    if (!isObject(json) || json["format"] !== formatName(kind))
      throw this.error("damaged", `its contents aren't a ${kind}: delete it, or use another id`);
    if (json["version"] === version) return json;
    throw this.error(
      "newer_schema",
      `it has version ${quoted(json["version"])}, and this release reads version ${String(version)}: update the packages`,
    );
  }
}

function keyOf({ owner }: ResolvedRecordOptions, { kind }: DocumentFormat, id: string): RecordKey {
  return ownedKey(kind, id, owner);
}

function formatName(kind: RecordKind): string {
  return `ptc-${kind}`;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

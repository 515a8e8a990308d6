// Encodes values for a recording: tagged JSON, without values that must not leave the process. The
// rules, at any nesting:
//
//   firewalled fields     {"_token":"abc"}   {"_token":"<Firewalled 1>"}   equal values alike
//   text read by programs "it is abc"        "it is <Firewalled>"          from such fields
//   names from such text  {"abc":1}          {"<Firewalled 1>":1}
//   in JSON within texts  "{\"_token\":…}"   the same
//   credentials           "sk-…"             "<secret>"                    recognized by form

import { withTaskIds } from "@ptc/core/internal/contracts";
import type { Json } from "@ptc/core/encoding";
import type { Firewall } from "@ptc/core/firewall";
import { hideFirewalledJson } from "@ptc/core/internal/firewall";
import { workBudget } from "@ptc/core/values";
import { firewalledMarker } from "@ptc/core/internal/values";
import { withoutSecrets } from "@ptc/llm/adapter";
import { encodedValue, maskedJson, type JsonMask } from "@ptc/core/internal/stored";
import { clearTextOf } from "./clear-writer.ts";
import { isClearText } from "./clear-text.ts";
import { filesIn } from "./recorded-files.ts";

/** Limit of the work for one value, about a second. */
const mostWork = 4_000_000;

export class HiddenJson {
  /** True if a value has been hidden. */
  hasHidden = false;
  private readonly firewall: Firewall;
  /** The replacement for each value of a firewalled field. */
  private readonly names = new Map<string, string>();

  constructor(firewall: Firewall) {
    this.firewall = firewall;
  }

  /**
   * Encodes host data. Hides firewalled fields, which it recognizes by name.
   * @throws WorkLimitError, DataDepthError, EncodingError for values that can't be stored
   */
  data(value: unknown): Json {
    return this.dataWithFiles(value).json;
  }

  /**
   * Does the same, and returns the digests of the files in the value. In JSON, files are maps of
   * their fields, and the digests distinguish them from other maps.
   */
  dataWithFiles(value: unknown): { readonly json: Json; readonly files?: readonly string[] } {
    const digests = new Set<string>();
    const encoded = encodedValue(value, this.meter(), ({ digest }) => {
      digests.add(digest);
    });
    const json = this.json(encoded);
    const files = digests.size === 0 ? [] : filesIn(json, digests);
    return files.length === 0 ? { json } : { json, files };
  }

  /**
   * Returns the text of common data in which nothing is hidden. Undefined for some data of this
   * kind.
   */
  clearText(value: unknown): string | undefined {
    return this.firewall.hidesValues ? undefined : clearTextOf(value);
  }

  /** Hides firewalled fields and credentials of a JSON value. */
  json(json: Json): Json {
    return this.hidden(json, {
      text: (text) => this.shown(text, hideFirewalledJson(text, this.firewall)),
      number: (value) => value,
      name: (name) => name,
    });
  }

  /**
   * Encodes a value created by a program or a model. Such a value may contain data read from
   * firewalled fields.
   * @throws the same errors as `data`
   */
  made(value: unknown): Json {
    return this.madeJson(encodedValue(value, this.meter()));
  }

  madeJson(json: Json): Json {
    return this.hidden(json, { ...this.madeRules, name: (name) => this.madeName(name) });
  }

  /** Does the same for data whose own names are those of a format, such as a step. */
  madeFormat(json: Json, text = (given: string): string => this.text(given)): Json {
    return this.hidden(json, {
      ...this.madeRules,
      text,
      name: (name) => (formatName.test(name) ? name : this.madeName(name)),
    });
  }

  /**
   * Encodes the response of a model, whose programs must be complete to run again.
   * @throws the same errors as `data`
   */
  response(response: unknown): Json {
    return this.madeFormat(encodedValue(response, this.meter()), (text) =>
      this.shown(text, this.firewall.maskCode(text)),
    );
  }

  private get madeRules(): Pick<JsonMask, "text" | "number"> {
    return {
      text: (text) => this.text(text),
      number: (value) => {
        const isHidden = this.firewall.hidesNumber(value);
        this.hasHidden ||= isHidden;
        return isHidden ? firewalledMarker : value;
      },
    };
  }

  /** A program may use a firewalled value as a name, which then has the mark of that value. */
  private madeName(name: string): string {
    const masked = this.firewall.mask(name);
    return masked === firewalledMarker ? this.markOf(name) : this.shown(name, masked);
  }

  /**
   * Returns the id of a task without firewalled texts. It is the same in a run and in its replay,
   * which has marks in place of these texts.
   */
  taskId(id: string): string {
    const shown = withoutNumbers(this.firewall.maskValues(id));
    this.hasHidden ||= shown !== id;
    return shown;
  }

  /** Does the same for the ids of tasks in a location. */
  location(location: string): string {
    return withTaskIds(location, (id) => this.taskId(id));
  }

  text(text: string): string {
    return this.shown(text, this.firewall.mask(text));
  }

  private shown(text: string, masked: string): string {
    const shown = withoutSecrets(masked);
    this.hasHidden ||= shown !== text;
    return shown;
  }

  private meter() {
    return workBudget("writing a value", mostWork);
  }

  /** True if nothing in the JSON text of a value is hidden. False for some of these texts. */
  isClear(text: string): boolean {
    return !this.firewall.hidesValues && isClearText(text);
  }

  private hidden(json: Json, rules: Pick<JsonMask, "text" | "number" | "name">): Json {
    if (typeof json === "object" && this.isClear(JSON.stringify(json))) return json;
    return maskedJson(json, {
      ...rules,
      hides: (name) => this.firewall.hides(name),
      field: (value) => this.standIn(value),
    });
  }

  /** Returns the replacement of a value: nil for nil, and the same text for equal values. */
  private standIn(json: Json): Json {
    if (json === null) return null;
    this.hasHidden = true;
    if (typeof json === "object" && isList(json)) return json.map((item) => this.standIn(item));
    return this.markOf(json);
  }

  /** Returns the mark of a value, which is equal for equal values. */
  private markOf(json: Json): string {
    this.hasHidden = true;
    if (typeof json === "string" && standInText.test(json)) return json;
    const written = JSON.stringify(json);
    const text = this.names.get(written) ?? `<Firewalled ${String(this.names.size + 1)}>`;
    this.names.set(written, text);
    return text;
  }
}

/** The names of formats, such as `content` and `toolCalls`. A firewalled value may be equal. */
const formatName = /^[a-z][A-Za-z]*$/;

const standInText = /^<Firewalled \d+>$/;

/**
 * Replaces numbered marks with one mark for all firewalled values, so that texts of two runs can
 * be compared.
 */
export function withoutNumbers(text: string): string {
  return text.replace(/<Firewalled \d+>/g, "<Firewalled>");
}

function isList(json: Json): json is readonly Json[] {
  return Array.isArray(json);
}

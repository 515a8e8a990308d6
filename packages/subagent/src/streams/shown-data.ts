// Shows data of an event to readers outside: plain JSON of bounded size, in which firewalled fields
// and their values are hidden.

import type { TraceFirewall } from "@ptc/core/contracts";
import type { Json } from "@ptc/core/encoding";
import { presentFields } from "@ptc/core/internal/host";
import { maskedJson } from "@ptc/core/internal/stored";
import { firewallByName, firewalledMarker } from "@ptc/core/internal/values";
import { toJson } from "@ptc/core/json";

/** Shows the data of one event, and collects the names of fields that are too long. */
export class ShownData {
  readonly omitted: string[] = [];
  private readonly firewall: TraceFirewall | undefined;
  private readonly maximum: number;

  /** `maximum` is the longest field, in UTF-16 units of its JSON. */
  constructor(firewall: TraceFirewall | undefined, maximum: number) {
    this.firewall = firewall;
    this.maximum = maximum;
  }

  /** Returns a text without hidden values. */
  text(name: string, text: string | undefined): string | undefined {
    return text === undefined || !this.fits(name, text.length) ? undefined : this.masked(text);
  }

  /** Returns any value as plain JSON, or undefined if it has none. */
  json(name: string, value: unknown): Json | undefined {
    if (value === undefined) return undefined;
    let text: string;
    try {
      text = toJson(value);
    } catch {
      this.omitted.push(name);
      return undefined;
    }
    if (!this.fits(name, text.length)) return undefined;
    const { hides, hidesNumber } = { ...bound(this.firewall) };
    const masked = (shown: string): string => this.masked(shown);
    return maskedJson(JSON.parse(text) as Json, {
      hides,
      field: (field) => (field === null ? null : firewalledMarker),
      text: masked,
      number: (number) => (hidesNumber(number) ? firewalledMarker : number),
      name: masked,
    });
  }

  /** Returns texts without hidden values, or undefined if they are too long together. */
  texts(name: string, texts: readonly string[]): readonly string[] | undefined {
    const length = texts.reduce((sum, text) => sum + text.length + 4, 0);
    return this.fits(name, length) ? texts.map((text) => this.masked(text)) : undefined;
  }

  masked(text: string): string {
    return this.firewall?.maskValues(text) ?? text;
  }

  /** Returns the given fields and the names of the omitted ones. */
  fields<Fields extends object>(fields: Fields): Fields & { readonly omitted?: readonly string[] } {
    const { omitted } = this;
    return { ...fields, ...presentFields({ omitted: omitted.length === 0 ? undefined : omitted }) };
  }

  private fits(name: string, length: number): boolean {
    const isShort = length <= this.maximum;
    if (!isShort) this.omitted.push(name);
    return isShort;
  }
}

function bound(firewall: TraceFirewall = { ...firewallByName, maskValues: (text) => text }) {
  return {
    hides: (name: string) => firewall.hides(name),
    hidesNumber: (number: number) => firewall.hidesNumber(number),
  };
}

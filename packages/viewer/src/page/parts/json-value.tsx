// A value as a tree to open, in pages of a hundred entries, with a search. A value that is only
// partly loaded is shown as text.

import { shortened } from "@ptc/core/internal/printing";
import { useMemo, useState } from "preact/hooks";
import { countText, plural, visible } from "../data/formats.ts";
import type { Texts } from "../data/texts.ts";
import { LongText } from "./long-text.tsx";

export interface JsonValueProps {
  readonly texts: Texts;
  readonly index: number | undefined;
  readonly label: string;
}

const pageLength = 100;
const longestString = 400;
const mostFound = 200;
const mostSearched = 200_000;
/** Values with fewer entries are open at first. */
const openEntries = 12;
/** Values with a shorter text have no search. */
const searchedLength = 400;

export function JsonValue({ texts, index, label }: JsonValueProps) {
  const { text, length } = texts.get(index);
  const [query, setQuery] = useState("");
  const [, setLoaded] = useState(0);
  const value = useMemo(() => (text.length < length ? undefined : parsed(text)), [text, length]);
  if (index === undefined) return <p class="nothing">none</p>;
  if (value === undefined)
    return (
      <>
        <LongText texts={texts} index={index} label={label} />
        {texts.canLoad(index) && length < 4_000_000 && (
          <button
            type="button"
            class="link"
            onClick={() =>
              void texts.loadAll(index, length).then(() => setLoaded((count) => count + 1))
            }
          >
            Load the whole value as a tree
          </button>
        )}
      </>
    );
  return (
    <div class="json">
      {length > searchedLength && (
        <input
          type="search"
          class="json-search"
          placeholder="Search in this value"
          aria-label={`Search in ${label}`}
          value={query}
          onInput={(event) => setQuery(event.currentTarget.value)}
        />
      )}
      <div class="json-tree" tabIndex={0} role="group" aria-label={label}>
        {query === "" ? (
          <Entry name={undefined} value={value.json} depth={0} />
        ) : (
          <Found json={value.json} query={query.toLowerCase()} />
        )}
      </div>
    </div>
  );
}

function parsed(text: string): { readonly json: unknown } | undefined {
  try {
    return { json: JSON.parse(text) as unknown };
  } catch {
    return undefined;
  }
}

interface EntryProps {
  readonly name: string | undefined;
  readonly value: unknown;
  readonly depth: number;
}

function Entry({ name, value, depth }: EntryProps) {
  const entries = useMemo(() => entriesOf(value), [value]);
  const [isOpen, setOpen] = useState(
    depth === 0
      ? entries.length <= pageLength
      : depth < 3 && entries.length <= openEntries && depth === 1,
  );
  const [most, setMost] = useState(pageLength);
  const label = name === undefined ? null : <span class="json-name">{visible(name)}</span>;
  if (typeof value !== "object" || value === null)
    return (
      <div class="json-line">
        {label}
        <Leaf value={value} />
      </div>
    );
  const isList = Array.isArray(value);
  if (entries.length === 0)
    return (
      <div class="json-line">
        {label}
        <span class="json-mark">{isList ? "[]" : "{}"}</span>
      </div>
    );
  return (
    <div class="json-entry">
      <button
        type="button"
        class="json-line json-toggle"
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
      >
        <span class="chevron" aria-hidden="true" />
        {label}
        <span class="json-mark">
          {isList
            ? `[ ${plural(entries.length, "item")} ]`
            : `{ ${plural(entries.length, "field")} }`}
        </span>
        {!isOpen && <span class="json-preview">{preview(value)}</span>}
      </button>
      {isOpen && (
        <div class="json-inside">
          {entries.slice(0, most).map(([key, inner]) => (
            <Entry key={key} name={key} value={inner} depth={depth + 1} />
          ))}
          {entries.length > most && (
            <button type="button" class="link" onClick={() => setMost(most + pageLength)}>
              Show more ({countText(entries.length - most)} left)
            </button>
          )}
        </div>
      )}
    </div>
  );
}

function Leaf({ value }: { readonly value: unknown }) {
  const [isWhole, setWhole] = useState(false);
  if (typeof value !== "string")
    return <span class={`json-${value === null ? "null" : typeof value}`}>{String(value)}</span>;
  if (value === "<Firewalled>") return <span class="firewalled">hidden by the firewall</span>;
  const shown = isWhole ? value : value.slice(0, longestString);
  return (
    <span class="json-string">
      "{visible(shown)}"
      {shown.length < value.length && (
        <button type="button" class="link" onClick={() => setWhole(true)}>
          … {countText(value.length - shown.length)} more characters
        </button>
      )}
    </span>
  );
}

function Found({ json, query }: { readonly json: unknown; readonly query: string }) {
  const found = useMemo(() => search(json, query), [json, query]);
  if (found.length === 0) return <p class="nothing">nothing found</p>;
  return (
    <>
      {found.slice(0, mostFound).map(({ path, value }) => (
        <div class="json-line" key={path}>
          <span class="json-name">{visible(path)}</span>
          <Leaf value={value} />
        </div>
      ))}
      {found.length > mostFound && <p class="nothing">and more</p>}
    </>
  );
}

interface FoundLeaf {
  readonly path: string;
  readonly value: unknown;
}

/** Returns the leaves whose path or text contains the query. */
function search(json: unknown, query: string): readonly FoundLeaf[] {
  const found: FoundLeaf[] = [];
  const rest: FoundLeaf[] = [{ path: "", value: json }];
  let left = mostSearched;
  for (let item = rest.pop(); item !== undefined && left > 0; item = rest.pop()) {
    left -= 1;
    const { path, value } = item;
    if (typeof value === "object" && value !== null) {
      for (const [key, inner] of entriesOf(value).toReversed())
        rest.push({ path: path === "" ? key : `${path}.${key}`, value: inner });
    } else if (path.toLowerCase().includes(query) || String(value).toLowerCase().includes(query))
      found.push(item);
    if (found.length > mostFound) break;
  }
  return found;
}

function entriesOf(value: unknown): readonly (readonly [string, unknown])[] {
  return typeof value === "object" && value !== null ? Object.entries(value) : [];
}

/** Returns the start of a value on one line; the style of the page cuts it off with a mark. */
function preview(value: object): string {
  const text = JSON.stringify(Array.isArray(value) ? value.slice(0, 3) : value, null, 1);
  return visible(shortened(text.replace(/\s+/g, " "), 200));
}

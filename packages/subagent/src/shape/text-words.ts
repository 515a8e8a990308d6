// Describes the sampled texts of a field: a list if there are few different ones, otherwise each
// form with its share and a range or an example. Never shows one of several forms as the only one.

import { quotedText } from "@ptc/core/internal/printing";
import { chosenLooks, type ChosenLooks } from "./chosen-looks.ts";
import { Looks, type Look } from "./looks.ts";
import { addForm, longestListed } from "./observe-scalar.ts";
import type { Detail, Kind } from "./scalar-words.ts";
import type { FormTexts, Shape, Texts } from "./shape.ts";
import { share } from "./shares.ts";
import { sortsByTime, type TextForm } from "./text-form.ts";
import { longestLook } from "./text-look.ts";

/** A list of values doesn't help if each occurs about once. */
const timesSeen = 2;

export function textKinds({ texts, seen }: Shape, detail: Detail, whole: number): readonly Kind[] {
  if (texts === undefined) return [];
  const forms = formsOf(texts).sort(([, one], [, other]) => other.count - one.count);
  const listed = listedTexts(texts);
  if (listed !== undefined) {
    if (listed.length <= detail.values)
      return listed.map(([text, times]) =>
        listedKind(quotedText(text), times, times === seen, whole),
      );
    const isWhole = listed.length <= mostListed && detail.example >= exampleOfListed;
    if (forms.length === 1 && forms[0]?.[0] === "text" && detail.values > 0)
      if (isWhole || !hasSeveralLooks(forms[0])) return [mostFrequent(listed, texts, isWhole)];
  }
  const few = fewTexts(texts, forms, detail);
  if (few !== undefined) return [few];
  const parts = forms.flatMap(([form, ofForm]) => formParts(form, ofForm, texts, detail));
  return partKinds(parts, detail);
}

/** Returns the forms. Beside durations such as 74:30, 12:30 isn't a time of day. */
function formsOf({ forms }: Texts): [TextForm, FormTexts][] {
  const [duration, clock] = [forms.get("duration"), forms.get("time of day")];
  if (duration === undefined || clock === undefined) return [...forms];
  const together = new Map<TextForm, FormTexts>([
    ["duration", { ...duration, looks: new Looks() }],
  ]);
  together.get("duration")?.looks.addAll(duration.looks);
  addForm(together, "duration", clock).looks.addAll(clock.looks);
  return [...forms, ...together].filter(
    ([form, texts]) => form !== "time of day" && texts !== duration,
  );
}

/** The maximum length of all texts together that are listed although each occurs about once. */
const longestList = 240;

/** Returns a list of all texts, such as names, if there are few short ones. */
function fewTexts(
  { tally }: Texts,
  forms: readonly (readonly [TextForm, FormTexts])[],
  detail: Detail,
): Kind | undefined {
  const all = tally.byFrequency;
  if (all === undefined || all.length < 2 || all.length > detail.values) return undefined;
  const length = all.reduce((sum, [text]) => sum + text.length, 0);
  const hasNames = forms.some(([form]) => form === "text");
  if (!hasNames || length > longestList || detail.example < exampleOfListed) return undefined;
  const words = all.map(([text]) => quotedText(text)).join(", ");
  return { words: `${String(all.length)} different strings: ${words}`, count: tally.total };
}

/**
 * Returns the different texts with their counts, if there are few and they aren't dates. Then all
 * rows are worth counting.
 */
export function listedTexts(texts: Texts): readonly (readonly [string, number])[] | undefined {
  const listed = texts.tally.byFrequency;
  if (listed === undefined || texts.tally.total < timesSeen * listed.length) return undefined;
  const areTimes = [...texts.forms.keys()].every((form) => sortsByTime(form) || form === "empty");
  return areTimes ? undefined : listed;
}

function listedKind(words: string, count: number, isAll: boolean, whole: number): Kind {
  return {
    words: isAll ? words : `${words} ${share(count, whole)}`,
    count,
    includesShare: true,
  };
}

/**
 * The maximum number of different texts to list without their shares, such as spellings of a few
 * names.
 */
const mostListed = 24;
const shownOfMany = 3;
/** At lower levels of detail, a list has no room. */
const exampleOfListed = 40;

function mostFrequent(
  listed: readonly (readonly [string, number])[],
  { tally }: Texts,
  isWhole: boolean,
): Kind {
  const shown = isWhole ? listed : listed.slice(0, shownOfMany);
  const texts = shown.map(([text]) => quotedText(text)).join(", ");
  const sign = isWhole ? ":" : " such as";
  return {
    words: `${String(listed.length)} different strings${sign} ${texts}`,
    count: tally.total,
  };
}

function hasSeveralLooks([form, { looks, count }]: readonly [TextForm, FormTexts]): boolean {
  return chosenLooks(form, looks, count).looks.length > 1;
}

/** Texts of one form and look. `name` is the form, for the first look that is shown. */
interface Part {
  readonly name: string;
  readonly words: string;
  readonly count: number;
  /** For looks that aren't shown: their number. */
  readonly omitted?: number;
}

const fewestForms = 3;

/** Returns the most frequent parts, each named, and the sum of the others. */
function partKinds(parts: readonly Part[], detail: Detail): readonly Kind[] {
  const most = Math.max(fewestForms, detail.values);
  const named = parts
    .filter(({ omitted }) => omitted === undefined)
    .sort((one, other) => other.count - one.count);
  const shown = new Set(named.slice(0, withLast(named.length, most, detail)));
  const omitted = parts.filter((part) => !shown.has(part));
  const names = new Set<string>();
  const kinds = parts
    .filter((part) => shown.has(part))
    .map(({ name, words, count }) => {
      const isFirst = name !== "" && !names.has(name);
      names.add(name);
      return { words: isFirst ? `${name} ${words}`.trimEnd() : words || name, count };
    });
  if (omitted.length === 0) return kinds;
  const forms = omitted.reduce((sum, part) => sum + (part.omitted ?? 1), 0);
  return [
    ...kinds,
    {
      words: `${String(forms)} other ${forms === 1 ? "form" : "forms"}`,
      count: omitted.reduce((sum, { count }) => sum + count, 0),
    },
  ];
}

/** If so few forms would be omitted, they are named too. */
const mostLast = 3;

/** Returns how many of the forms to name: usually `most`, but all if only few more exist. */
function withLast(count: number, most: number, { values }: Detail): number {
  return values > fewestForms && count <= most + mostLast ? count : most;
}

/** The number of examples if looks are so many that their shares don't help. */
const examplesOfMany = 3;
/** If these examples represent a larger share of the texts, they are shown with shares. */
const leastCovered = 0.5;

function formParts(
  form: TextForm,
  ofForm: FormTexts,
  texts: Texts,
  detail: Detail,
): readonly Part[] {
  const { count } = ofForm;
  if (form === "empty") return [{ name: "", words: '""', count }];
  const chosen = chosenLooks(form, ofForm.looks, count);
  const { looks } = chosen;
  if (detail.example === 0) return [{ name: "", words: withForms(form, chosen), count }];
  if (looks.length < 2 && chosen.others === 0)
    return [{ name: "", words: formWords(form, ofForm, texts, detail), count }];
  const name = form === "text" || sortsByTime(form) ? form : formName(form);
  const usual = detail.values > 6 ? 5 : detail.values > 3 ? 4 : 2;
  const most = withLast(looks.length + chosen.others, usual, detail);
  if (isVaried(form, chosen, most, count)) {
    const examples = looks.slice(0, examplesOfMany).map((look) => shownExample(look, detail));
    const words = `${examples.join(" or ")} or others${lengthWords(form, texts)}`;
    return [{ name, words, count }];
  }
  const shown = looks.slice(0, most);
  const rest = looks.slice(most);
  const omitted = rest.reduce((sum, look) => sum + look.count, chosen.others);
  return [
    ...shown.map((look) => ({
      name:
        texts.longest > longestLook ? `${name}${lengthWords(form, texts)}`.replace(",", "") : name,
      // The example represents others, so don't present it as the only value.
      words: `${look.isOne ? "" : "like "}${shownExample(look, detail)}`,
      count: look.count,
    })),
    ...(omitted === 0
      ? []
      : [{ name, words: "", count: omitted, omitted: Math.max(1, rest.length) }]),
  ];
}

function shownExample({ example }: Look, detail: Detail): string {
  return excerpt(example, detail.example);
}

/** True for texts of people: most of them look different. */
function isVaried(
  form: TextForm,
  { looks, others, isCoarsest }: ChosenLooks,
  most: number,
  count: number,
): boolean {
  if (!isCoarsest || (others === 0 && (looks.length <= most || form !== "text"))) return false;
  const covered = looks.slice(0, examplesOfMany).reduce((sum, look) => sum + look.count, 0);
  return covered <= leastCovered * count;
}

/** Returns `text`, or `number with unit in 3 forms`. */
function withForms(form: TextForm, { looks }: ChosenLooks): string {
  const name = formName(form);
  return looks.length < 2 || form === "text" ? name : `${name} in ${String(looks.length)} forms`;
}

function lengthWords(form: TextForm, { longest }: Texts): string {
  return form === "text" && longest > longestListed ? `, up to ${String(longest)} characters` : "";
}

/** Returns the keys of maps, all of them if there are few. Undefined if they aren't texts. */
export function keyWords({ texts, seen }: Shape, detail: Detail): string | undefined {
  const listed = texts?.tally.byFrequency?.map(([text]) => quotedText(text));
  if (texts === undefined || texts.tally.total < seen || detail.example === 0) return undefined;
  if (listed !== undefined && listed.length <= detail.values) return listed.join(", ");
  const [first, ...others] = [...texts.forms];
  if (first?.[0] !== "text" || others.length > 0 || hasSeveralLooks(first)) return undefined;
  const { least, greatest } = first[1];
  return `like ${excerpt(least, detail.example)}, ${excerpt(greatest, detail.example)}`;
}

function formWords(form: TextForm, texts: FormTexts, of: Texts, detail: Detail): string {
  if (sortsByTime(form) && texts.least !== texts.greatest)
    return `${form} ${quotedText(texts.least)} to ${quotedText(texts.greatest)}${zoneWords(form, texts)}`;
  // Quotation marks show that a date is a text. For a number, the text says so explicitly, because
  // it matters more.
  const name = form.startsWith("number") ? formName(form) : form;
  const [look] = chosenLooks(form, texts.looks, texts.count).looks;
  // A date such as 31/01/2026 shows the order of day and month, but 01/02/2026 doesn't.
  const { example } = look !== undefined && form === "date in other notation" ? look : texts;
  return `${name} ${excerpt(example, detail.example)}${lengthWords(form, of)}`;
}

/** Returns the zones of times, if there are several: their order as texts isn't that of time. */
function zoneWords(form: TextForm, { looks, count }: FormTexts): string {
  const zones = form === "time" ? looks.levels[0] : undefined;
  if (zones === undefined || zones.looks.size < 2) return "";
  const sorted = [...zones.looks].sort(([, one], [, other]) => other.count - one.count);
  const shown = sorted.slice(0, mostZones);
  const omitted = sorted.length - shown.length;
  return `, zones ${shown
    .map(([zone, look]) => `${zone} ${share(look.count, count)}`)
    .join(", ")}${omitted === 0 ? "" : `, ${String(omitted)} others`}`;
}

const mostZones = 4;

/** Returns `date as text`, `number as text with commas`. */
function formName(form: TextForm): string {
  const [first = "", ...rest] = form.split(" ");
  if (form === "text" || form === "number with unit") return form;
  return first === "number" ? ["number as text", ...rest].join(" ") : `${form} as text`;
}

function excerpt(text: string, most: number): string {
  return quotedText(text.length > most ? `${wellFormed(text.slice(0, most - 1))}…` : text);
}

/** Removes half of a surrogate pair from the end. */
function wellFormed(text: string): string {
  return /[\ud800-\udbff]$/.test(text) ? text.slice(0, -1) : text;
}

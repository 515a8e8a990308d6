// Recognizes numbers with a unit or currency, such as `1.5 kg`, `€ 12`, `90 min` and `1h 30m`, and
// names their notation. Texts with different notations need different code.

/** A number is digits, separators, and groups of three digits after spaces. */
const amount =
  /^[+-]?(?<before>[^\d\s+-][^\d+-]{0,5})?[+-]?\d[\d.,'’]*(?:[ \u00a0\u202f]\d{3}(?!\d))*(?<after>[^\d]\S{0,12}(?: [^\s\d]{1,8})?)?$/u;
/** Two or three numbers with units: `1h 30m`, `2 d, 3 h`. */
const compound = /^[+-]?\d[\d.,]* ?\p{L}{1,7}(?:,? ?\d[\d.,]* ?\p{L}{1,7}){1,2}$/u;

const signBefore = /^(?:[A-Z]{0,3}\p{Sc}|(?:Rs|Fr|kr|zł|Kč|Ft)\.?)[ \u00a0\u202f]?$/u;
const codeBefore = /^[A-Z]{3}[ \u00a0\u202f]$/;
const codes =
  /^(?:EUR|USD|GBP|CHF|JPY|CNY|INR|AUD|CAD|NZD|SEK|NOK|DKK|PLN|CZK|HUF|RON|BRL|MXN|ZAR|TRY|KRW|SGD|HKD|ILS|AED|THB)$/;

/** After a space, any short word or sign can be a unit: `5 pcs.`, `80 km/h`, `3 sq ft`. */
const spacedUnit = /^[ \u00a0\u202f][\p{L}\p{Sc}%‰°µ′″][^\s,;:(){}[\]"]{0,11}(?: \p{L}{1,8})?$/u;
const attachedSign = /^(?:[%‰°′″\p{Sc}]|°[CF])$/u;
/** Without a space, only well-known units count: `12a` is a house number. */
const attachedUnit =
  /^(?:[dghklmstwxKMWV]|kg|mg|[µu]g|lbs?|oz|st|km|cm|mm|mi|ft|in|yd|ml|cl|dl|gal|[ck]?m[²³23]|hrs?|mins?|secs?|ms|[µun]s|days?|wk|mo|yrs?|[kmgt]i?b|[km]?wh|[kmg]w|kv|m?ah|[kmg]?hz|p[xt]|r?em|pcs|km\/h|km?ph|m\/s|bar|[hk]?pa|[mk]j|k?cal|bn|mio|mrd)$/iu;

export function isNumberWithUnit(text: string): boolean {
  const parts = amount.exec(text)?.groups;
  if (parts === undefined)
    return compound.test(text) && (text.match(/\p{L}+/gu) ?? []).every(isAttachedUnit);
  const { before = "", after = "" } = parts;
  return before === "" ? isUnit(after) : isCurrency(before) && (after === "" || isUnit(after));
}

function isCurrency(before: string): boolean {
  return signBefore.test(before) || codeBefore.test(before) || codes.test(before);
}

function isUnit(after: string): boolean {
  return spacedUnit.test(after) || attachedSign.test(after) || isAttachedUnit(after);
}

function isAttachedUnit(unit: string): boolean {
  // Single capitals other than K, M, W and V end house numbers and ids.
  return (attachedUnit.test(unit) && !/^[DGHLSTX]$/.test(unit)) || codes.test(unit);
}

/**
 * Returns the notation of a number with a unit: the same for `1.5 kg` and `20 kg`, another one for
 * `1,200 kg`, `20kg` and `20 g`.
 */
export function unitNotation(text: string): string {
  return text
    .replace(/^[+-]/, "")
    .replace(/\d[\d.,'’]*(?:[ \u00a0\u202f]\d{3}(?!\d))*/gu, numberNotation);
}

/** Returns `0` for plain numbers, otherwise also the separators that a program must handle. */
function numberNotation(digits: string): string {
  if (/^\d+(?:\.\d+)?$/.test(digits)) return "0";
  if (/^\d{1,3}(?:,\d{3})+(?:\.\d+)?$/.test(digits)) return "0,000";
  if (/^[\d.]+,\d+$/.test(digits)) return "0,0";
  return digits.replace(/\d+/g, "0");
}

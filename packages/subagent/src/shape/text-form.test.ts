import { expect, test } from "vitest";
import { textForm, type TextForm } from "./text-form.ts";

const forms: Readonly<Record<TextForm, readonly string[]>> = {
  empty: [""],
  date: ["2026-01-08", "2024-02-29", "2000-02-29", "2026-04-30"],
  month: ["2026-01"],
  time: ["2026-01-08T14:30:00Z", "2026-01-08T14:30:00.123+01:00", "2026-01-08 14:30Z"],
  "time without zone": ["2026-01-08T14:30:00", "2026-01-08 14:30"],
  "time of day": ["14:30", "9:05:59"],
  duration: ["74:30", "25:00", "100:05:10"],
  "date in other notation": ["8.1.2026", "01/08/26", "2026/1/8", "8 Jan 2026", "January 8, 2026"],
  number: ["0", "12", "-3.5", "0.25"],
  "number with commas": ["1,204", "1,204.50", "-12,345,678"],
  "number with decimal comma": ["12,5", "1.204,50"],
  "number with unit": ["$12.00", "€ 1,204.50", "EUR 12", "12 %", "12.5 kg", "30€"],
  text: [
    "00123",
    "A-1029",
    "+4312345678",
    "paid",
    " 12",
    "12a",
    "1,2,3",
    "12:75",
    "2026-13",
    "2026-45-01",
    "2026-02-31",
    "2026-02-29",
    "1900-02-29",
    "2026-04-31",
    "2026-02-30T10:00:00Z",
    "2026-06-31 10:00",
    "99.99.2026",
    "x".repeat(10_000),
  ],
};

test.each(Object.entries(forms))("recognizes the text form %s", (form, texts) => {
  expect(texts.map((text) => [text, textForm(text)])).toEqual(texts.map((text) => [text, form]));
});

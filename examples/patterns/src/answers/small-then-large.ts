import { cannedModel, type CountedModel } from "../canned-model.ts";
import { read, readAsText } from "./reading.ts";

/** Reads correctly but copies text that isn't a number: it doesn't convert "a dozen litres". */
export const smallModel = (): CountedModel => {
  const answer = (prompt: string): string => {
    const { leaks, corrections } = readAsText(prompt);
    const litres = (text: string) => (/^\d+/.test(text) ? Number.parseInt(text, 10) : text);
    return JSON.stringify({
      leaks: leaks.map((leak) => ({ ...leak, litres: litres(leak.litres) })),
      corrections: corrections.map((each) => ({ ...each, litres: litres(each.litres) })),
    });
  };
  return cannedModel("small", { "List what leaked": [answer, answer] });
};

export const largeModel = (): CountedModel =>
  cannedModel("large", { "List what leaked": [(prompt) => JSON.stringify(read(prompt))] });

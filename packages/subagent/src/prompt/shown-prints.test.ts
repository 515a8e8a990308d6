import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { Firewall } from "@ptc/core/firewall";
import { shownPrints } from "./shown-prints.ts";

const bounds = { maxPrintLength: 200, printsMaxChars: 500 };

/** Counts the characters it masks. */
class CountingFirewall extends Firewall {
  counted = 0;

  override mask(text: string): string {
    this.counted += text.length;
    return super.mask(text);
  }
}

function knowing(secrets: readonly string[]): CountingFirewall {
  const firewall = new CountingFirewall();
  secrets.forEach((secret) => {
    firewall.note(secret);
  });
  return firewall;
}

const withoutCount = (text: string): string => text.replaceAll(/… \(\d+ more/g, "… (more");

describe("shownPrints", () => {
  test("shows prints below each other, and how much is omitted", () => {
    const firewall = knowing([]);
    expect(shownPrints(["one", "two"], firewall, bounds)).toBe("one\ntwo");
    expect(shownPrints(["x".repeat(90_000)], firewall, bounds)).toBe(
      `${"x".repeat(200)}\n… (89800 more characters: print less)`,
    );
    expect(shownPrints(Array(6).fill("y".repeat(199)) as string[], firewall, bounds)).toBe(
      `${["y".repeat(199), "y".repeat(199), "y".repeat(100)].join("\n")}\n… (699 more characters: print less)`,
    );
  });

  test("shows the same as masking everything and then shortening it", () => {
    const part = fc.oneof(
      fc.constantFrom(
        "secret-1",
        "SECRET-2",
        "a longer secret of many words",
        '{"_x": "',
        '"}',
        "…",
      ),
      fc.string({ maxLength: 40 }),
      fc.nat(6_000).map((length) => "-".repeat(length)),
    );
    const print = fc.array(part, { maxLength: 60 }).map((parts) => parts.join(" "));
    const secrets = ["secret-1", "secret-2", "a longer secret of many words"];
    fc.assert(
      fc.property(print, (text) => {
        const shown = shownPrints([text], knowing(secrets), bounds);
        const masked = knowing(secrets).mask(text);
        const expected =
          masked.length > 200 ? `${masked.slice(0, 200)}\n… (more characters: print less)` : masked;
        expect(withoutCount(shown)).toBe(expected);
      }),
      { numRuns: process.env["PTC_TESTS"] === undefined ? 125 : 500 },
    );
  });

  test("hides a value that ends far beyond the shown part", () => {
    const secret = "0123456789".repeat(3_000);
    const shown = shownPrints([`${"-".repeat(190)}${secret}`], knowing([secret]), bounds);
    expect(shown).toBe(`${"-".repeat(190)}<Firewalle\n… (2 more characters: print less)`);
  });

  test("masks only as much of the prints as it shows", () => {
    const secret = "123-45-6789";
    const long = knowing([secret]);
    expect(shownPrints([`${secret} `.repeat(100_000)], long, bounds)).toContain("<Firewalled>");
    expect(long.counted).toBeLessThan(10_000);
    const many = knowing([secret]);
    shownPrints(Array(100_000).fill(secret) as string[], many, bounds);
    expect(many.counted).toBeLessThan(1_000);
    // Text that hiding makes shorter needs more masking, in proportion to the print.
    const vanishing = knowing([secret.repeat(50)]);
    shownPrints([`${secret.repeat(50)} `.repeat(1_000)], vanishing, bounds);
    expect(vanishing.counted).toBeLessThan(2 * 551_000);
  });
});

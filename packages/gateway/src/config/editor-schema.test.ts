import { join } from "node:path";
import { expect, test } from "vitest";
import { configurationSchema } from "./editor-schema.ts";

test("the schema for editors is that of the code (update it with -u)", async () => {
  const text = `${JSON.stringify(configurationSchema(), null, 2)}\n`;
  await expect(text).toMatchFileSnapshot(join(import.meta.dirname, "../../ptc.schema.json"));
});

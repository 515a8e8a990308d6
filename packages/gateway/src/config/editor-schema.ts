// The JSON Schema of `ptc.json`, for editors. It is shipped as `ptc.schema.json`.

import { z } from "zod";
import { editorSchema } from "./file-schema.ts";

/** Returns the JSON Schema of `ptc.json`. */
export function configurationSchema(): object {
  return z.toJSONSchema(editorSchema, { io: "input", target: "draft-2020-12" });
}

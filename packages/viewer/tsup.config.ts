import { buildConfig } from "../../tsup.base.ts";
import { buildPage } from "./tsup.page.ts";

export default buildConfig("node", { afterwards: buildPage });

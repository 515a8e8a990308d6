import { buildConfig } from "../../tsup.base.ts";

export default buildConfig("node");

import { area } from "../area.js";
import { line, optional } from "../setting.js";

export const plugins = area("Plugins", [], {
  folder: optional("TOOLS_DIR", line("the path of a folder"), {
    fallbackText: "tools in DATA_DIR",
    description: "Folder of your own tools, loaded at startup and on SIGHUP.",
  }),
});

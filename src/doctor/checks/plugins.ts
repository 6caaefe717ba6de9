import { join, resolve } from "node:path";
import { codeOf } from "../../kernel/errors.js";
import { listFolder, type Listing } from "../../plugins/host/plugin-folder.js";
import { placeOfSyntaxError } from "../../plugins/host/syntax-check.js";
import { advice, type Check, good } from "../check.js";

/** Checks the files in the folder without running them. */
export const PLUGINS_CHECK: Check = {
  name: "plugins",
  title: "Tools of your own",
  needs: ["folder"],
  settings: ["TOOLS_DIR", "DATA_DIR"],
  remedies: [
    [/TOOLS_DIR/, "Set TOOLS_DIR to the folder with the tools, or unset it to use the folder tools in DATA_DIR"],
    [/./, "Correct the file, and try it with scripts/check-tool FILE"],
  ],
  async look({ settings: { plugins, general } }) {
    const folder = resolve(plugins.folder ?? join(general.dataDir, "tools"));
    let listing: Listing;
    try {
      listing = await listFolder(folder);
    } catch (error) {
      if (plugins.folder !== undefined)
        return advice(`TOOLS_DIR is ${folder}, which cannot be read (${codeOf(error)}).`);
      if (codeOf(error) === "ENOENT") return good("No tools are installed.");
      throw error;
    }
    const refused = listing.refused.map(({ file, reason }) => `${file} is not used: ${reason}`);
    for (const file of listing.files) {
      const place = await placeOfSyntaxError(join(folder, file));
      if (place !== undefined) refused.push(`${file} is not used: there is a syntax error at ${place}`);
    }
    if (refused.length > 0) return advice(`In ${folder}: ${refused.join(". ")}.`);
    return good(
      listing.files.length === 0 ? "No tools are installed." : `${listing.files.join(", ")} have no syntax error.`,
    );
  },
};

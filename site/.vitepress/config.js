/**
 * The documentation as a site with its own search. Its sources are the repository's pages, unchanged: README.md, which is the
 * first page and whose last section defines the order of the others, and every page that it leads to.
 *
 * Environment: SITE_BASE, the path below which the site is served (default: /); SITE_SOURCES, the address of the repository's
 * files on a code host (`https://…/blob/main`), for links to files that are not pages; without it these are plain text.
 */
import { existsSync, readFileSync } from "node:fs";
import { join, posix } from "node:path";
import { fileURLToPath } from "node:url";
import { defineConfig } from "vitepress";

const PROJECT = fileURLToPath(new URL("../..", import.meta.url));
const FIRST_PAGE = "README.md";
const { SITE_BASE: base = "/", SITE_SOURCES: sources } = process.env;

const textOf = (page) => readFileSync(join(PROJECT, page), "utf8");
const addressOf = (page) => (page === FIRST_PAGE ? "/" : `/${page.replace(/\.md$/, "")}`);

/** Builds the sidebar from the last section of the first page: the names of the groups, and their links. */
function sidebar() {
  const [, contents = ""] = textOf(FIRST_PAGE).split(/^## Where to go on$/m);
  return contents
    .split(/^(?=\S.*:$)/m)
    .map((group) => ({
      text: /^(.*):$/m.exec(group)?.[1],
      items: [...group.matchAll(/\]\(([^)]+\.md)\)/g)].map(([, page]) => ({
        text: /^# (.*)$/m.exec(textOf(page))?.[1],
        link: addressOf(page),
      })),
    }))
    .filter(({ items }) => items.length > 0);
}

/** Makes anchors from headings as code hosts do, so that links between pages work on both. */
const anchor = (heading) =>
  heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, "")
    .replaceAll(/\s/g, "-");

/**
 * Rewrites relative links to the site's pages, or to the code host for other files. Throws for a missing file.
 */
function relink(markdown) {
  markdown.core.ruler.push("links_of_the_repository", ({ tokens, env }) => {
    const folder = posix.dirname(env.relativePath);
    for (const link of tokens.flatMap(({ children }) => children ?? []).filter(({ type }) => type === "link_open")) {
      const href = link.attrGet("href");
      if (/^(\w+:|#)/.test(href)) continue;
      const [path, hash] = href.split("#");
      const file = posix.join(folder, path).replace(/\/$/, "");
      if (!existsSync(join(PROJECT, file))) throw new Error(`${env.relativePath}: there is no ${file}`);
      if (file.endsWith(".md")) link.attrSet("href", addressOf(file) + (hash ? `#${hash}` : ""));
      else if (sources) link.attrSet("href", `${sources}/${file}`);
      else link.attrs = [["title", file]];
    }
  });
}

export default defineConfig({
  title: "Attendant",
  description: "A telephone voice assistant that runs on your own Asterisk",
  base,
  // Symbolic links to the pages, because the packages that a page needs are resolved from the folders above it.
  srcDir: "./pages",
  outDir: "./dist",
  cacheDir: "./node_modules/.vitepress",
  lastUpdated: false,
  markdown: { anchor: { slugify: anchor }, config: relink },
  vite: { resolve: { preserveSymlinks: true } },
  themeConfig: {
    search: { provider: "local" },
    sidebar: sidebar(),
    outline: { level: [2, 3] },
  },
});

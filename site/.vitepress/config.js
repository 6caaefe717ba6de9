/**
 * The documentation as a site, with a search of its own. Its sources are the pages that people read on a code host, as they
 * are: README.md, which is the first page and whose last section orders the others, and all that it leads to.
 *
 * Environment: SITE_BASE, the path below which it is served (default: /); SITE_SOURCES, the address at which a code host shows
 * the repository's files (`https://…/blob/main`): links to files that are no pages lead there, and are no links without it.
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

/** The last section of the first page: what it calls each group of pages, and where its links lead. */
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

/** An anchor as code hosts make it from a heading, so that links between pages hold on both. */
const anchor = (heading) =>
  heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, "")
    .replaceAll(/\s/g, "-");

/**
 * Has relative links lead where the page is on the site; to the code host when that is no page. Fails over what is not there.
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
  // Links to the pages, for the packages that a page needs are looked for in the folders above it.
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

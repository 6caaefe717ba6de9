import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { Browser, BrowserContextOptions, Page } from "playwright-core";

export interface WatchedPage {
  readonly page: Page;
  /** What broke the policy of the page or threw in it: there should be none. */
  readonly faults: string[];
}

/** A page of a browser context of its own, with what goes wrong in it. */
export async function openPage(browser: Browser, options: BrowserContextOptions = {}): Promise<WatchedPage> {
  const context = await browser.newContext({ viewport: { width: 1180, height: 760 }, locale: "en-GB", ...options });
  const page = await context.newPage();
  page.setDefaultTimeout(15_000);
  const faults: string[] = [];
  page.on("pageerror", (error) => faults.push(error.message));
  await page.exposeFunction("reportViolation", (fault: string) => faults.push(fault));
  await page.addInitScript(
    `addEventListener("securitypolicyviolation", (event) => reportViolation(event.violatedDirective + " " + event.blockedURI))`,
  );
  return { page, faults };
}

/** What axe finds against WCAG and its own best practices, in a line each. @param rules those alone; unless given, all */
export async function accessibilityFaults(page: Page, rules?: readonly string[]): Promise<readonly string[]> {
  if (!(await page.evaluate(`"axe" in globalThis`))) await page.evaluate(axe());
  return page.evaluate(`axe.run(${JSON.stringify(rules ? { runOnly: rules } : {})}).then(({ violations }) => violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => [location.hash, id, target.join(" "), failureSummary].join(" | "))))`);
}

function axe(): string {
  return readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
}

import { createRequire } from "node:module";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import type { Browser, Page } from "playwright-core";
import { openPage } from "../watched-page.js";
import type { Drawing, SeenPanel } from "./drawing.js";

/** The page's width in pixels; it is as high as the dashboard. */
const WIDTH = 1_280;

export interface ShownDashboard {
  readonly page: Page;
  readonly panels: readonly SeenPanel[];
  /** What threw in the page: there should be none. */
  readonly faults: readonly string[];
}

/** Shows a dashboard in a page of its own, in UTC, and looks at each of its panels. */
export async function drawDashboard(browser: Browser, drawing: Drawing): Promise<ShownDashboard> {
  const viewport = { width: WIDTH, height: 400 };
  const { page, faults } = await openPage(browser, { viewport, timezoneId: "UTC", colorScheme: "light" });
  await page.setContent(`<!doctype html><html lang="en"><title>${drawing.title}</title><main></main></html>`);
  await page.addStyleTag({ path: createRequire(import.meta.url).resolve("uplot/dist/uPlot.min.css") });
  await page.addStyleTag({ path: fileURLToPath(new URL("page/dashboard.css", import.meta.url)) });
  await page.addScriptTag({ content: await script() });
  const height = (await page.evaluate(`dashboardPage.draw(${JSON.stringify(drawing)})`)) as number;
  await page.setViewportSize({ width: WIDTH, height });
  const panels = (await page.evaluate(`dashboardPage.look()`)) as readonly SeenPanel[];
  return { page, panels, faults };
}

/** The script of the page, with the charts in it. */
async function script(): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [fileURLToPath(new URL("page/main.ts", import.meta.url))],
    bundle: true,
    format: "iife",
    globalName: "dashboardPage",
    write: false,
    logLevel: "warning",
  });
  return outputFiles[0]?.text ?? "";
}

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type { Browser, Page } from "playwright-core";
import {
  builtConsole,
  accessibilityFaults,
  Controller,
  openPage,
  type ScriptedModel,
  startBrowser,
  startScriptedModel,
} from "../support/index.js";

const PHONE = { width: 390, height: 844 };
/** Its midnight is on another day in Greenwich. */
const FAR = "Pacific/Auckland";
/** Nobody listens there. */
const NOWHERE = "http://127.0.0.1:9/v1";

/** What the week calls the day of each run, and what it is by the reader's clock. */
function daysOfRuns(page: Page): Promise<[string, string][]> {
  return page.evaluate(`[...document.querySelectorAll(".run time")].map((run) => {
    const format = new Intl.DateTimeFormat("en-GB", { weekday: "short", day: "numeric", month: "short" });
    return [run.closest(".day").ariaLabel, format.format(new Date(run.dateTime)).replace(",", "")];
  })`);
}

let model: ScriptedModel;
let controller: Controller;
let browser: Browser;

before(async () => {
  await builtConsole();
  model = await startScriptedModel();
  model.completions.failWith(404);
  const backends = { SPEECH_BASE_URL: NOWHERE, LLM_BASE_URL: model.url, LLM_MODEL: "scripted" };
  const settings = { ...backends, TIMEZONE: "Europe/Rome", LOG_LEVEL: "info" };
  controller = await Controller.start(settings, { talk: true });
  browser = await startBrowser();
});
after(async () => {
  await browser?.close();
  for (const each of [controller, model]) await each?.[Symbol.asyncDispose]();
});

test("a newcomer with a telephone's screen is led from what is missing to a call that is scheduled", async () => {
  const { page, faults } = await openPage(browser, { viewport: PHONE, timezoneId: FAR });
  await page.goto(`${controller.url}/console/`);
  await page.getByRole("heading", { level: 1, name: "First steps" }).waitFor();
  await page.getByText(/\d of \d parts do not work yet/).waitFor();
  const card = page.getByRole("listitem").filter({ has: page.getByRole("heading", { name: /^Language model/ }) });
  await card.getByText("What to do:").waitFor();
  model.completions.mend();
  await card.getByRole("button", { name: "Check: Language model" }).click();
  await card.getByText(/^Checked at/).waitFor();
  await card.getByText("well", { exact: true }).waitFor();
  await page.getByText("No key is set").waitFor();

  const found = [...(await accessibilityFaults(page))];
  await page.getByRole("link", { name: "schedule a call" }).click();
  await page.getByRole("heading", { level: 1, name: "Schedule a call" }).waitFor();
  await page.getByLabel("Number").fill("not a number");
  await page.getByLabel("Message").fill("Please take your medicine.");
  await page.getByLabel("Time", { exact: true }).fill("08:30");
  await page.getByLabel("Repeats").selectOption("daily");
  found.push(...(await accessibilityFaults(page)));
  await page.getByRole("button", { name: "Schedule", exact: true }).click();
  await page.locator(".fault").waitFor();
  assert.equal(await page.getByLabel("Number").getAttribute("aria-invalid"), "true");
  await page.getByLabel("Number").fill("1001");
  await page.getByRole("button", { name: "Schedule", exact: true }).click();
  await page.getByRole("heading", { level: 1, name: "Call to 1001" }).waitFor();
  await page.getByText("daily at 08:30").waitFor();

  await page.getByRole("link", { name: "Change" }).click();
  assert.equal(await page.getByLabel("Message").inputValue(), "Please take your medicine.");
  await page.getByLabel("Time", { exact: true }).fill("09:15");
  await page.getByLabel("Repeats").selectOption("weekdays");
  await page.getByRole("button", { name: "Save" }).click();
  await page.getByText("weekdays at 09:15").waitFor();
  await page.getByText("Please take your medicine.").waitFor();

  await page.getByRole("link", { name: "Change" }).click();
  await page.getByLabel("Repeats").selectOption("monthly");
  await page.getByLabel("On", { exact: true }).selectOption({ label: "the last Friday" });
  await page.getByLabel("Again every … minutes").fill("30");
  await page.getByLabel("Until the time").fill("10:15");
  await page.getByLabel("Last day").fill("2020-01-01");
  await page.getByLabel("On closed days").selectOption("closed_days");
  await page.getByLabel("Assistant").waitFor();
  found.push(...(await accessibilityFaults(page)));
  await page.getByLabel("On closed days").selectOption("");
  await page.getByRole("button", { name: "Save" }).click();
  await page
    .locator(".fault")
    .getByText(/before the first run/)
    .waitFor();
  await page.getByLabel("Last day").fill("2099-12-31");
  await page.getByRole("button", { name: "Save" }).click();
  await page.getByText("monthly on the last Friday at 09:15, every 30 minutes until 10:15, until 2099-12-31").waitFor();
  await page.getByRole("button", { name: "Pause" }).click();
  await page.getByRole("button", { name: "Resume" }).click();
  await page.getByRole("button", { name: "Pause" }).waitFor();
  // So that there is a run in the next seven days, whatever day it is.
  await page.getByRole("link", { name: "Change" }).click();
  await page.getByLabel("Repeats").selectOption("daily");
  await page.getByLabel("First day").fill("");
  await page.getByRole("button", { name: "Save" }).click();
  await page.getByText("daily at 09:15, every 30 minutes until 10:15, until 2099-12-31").waitFor();

  await page.getByRole("button", { name: "Menu: Schedules" }).click();
  found.push(...(await accessibilityFaults(page)));
  await page.getByRole("navigation", { name: "Console" }).getByRole("link", { name: "Schedules" }).click();
  await page.locator(".run").first().waitFor();
  for (const [label, day] of await daysOfRuns(page)) assert.equal(label, day);
  await page.getByRole("button", { name: "Cancel" }).click();
  await page.getByRole("button", { name: "Cancel it for good?" }).click();
  await page.getByText("Nothing is scheduled.").waitFor();
  assert.deepEqual([...found, ...faults], []);
});

for (const colorScheme of ["light", "dark"] as const) {
  test(`the pages beside the console can be read by everybody, in ${colorScheme} colours and on a telephone's screen`, async () => {
    const { page, faults } = await openPage(browser, { colorScheme, viewport: PHONE });
    const background = () => page.evaluate(`getComputedStyle(document.documentElement).colorScheme`);
    await page.goto(`${controller.url}/talk`);
    await page.getByRole("meter", { name: "Your level" }).waitFor();
    await page.getByRole("meter", { name: "Level of the assistant" }).waitFor();
    const found = await accessibilityFaults(page);
    assert.equal(await page.evaluate(`document.documentElement.scrollWidth`), PHONE.width);
    await page.getByRole("link", { name: "Console" }).click();
    await page.waitForURL(/\/console\//);

    await page.goto(`${controller.url}/docs`);
    await page.locator(".opblock").first().waitFor();
    assert.equal(await background(), colorScheme === "dark" ? "dark" : "normal");
    assert.deepEqual([...found, ...faults], []);
  });
}

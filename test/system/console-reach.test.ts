import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import type { Browser, Page } from "playwright-core";
import {
  builtConsole,
  accessibilityFaults,
  type Callees,
  type Controller,
  openPage,
  RestClient,
  startBrowser,
  startCallees,
  startWorld,
  TEST_LINES,
  type WatchedPage,
  type World,
} from "../support/index.js";

const KEY = "admin-key-of-sixteen-or-more";
const READER = "reader-key-of-sixteen-or-more";
const API_KEYS = `office:read+transcripts+call+schedule+admin+alert:${KEY},wall:read:${READER}`;
/** Markup, and letters that turn the direction of what follows. */
const HOSTILE = "\u202e<img src=x onerror=\"document.title='taken'\"> & <script>document.title='taken'</script>";
const ALERTS_FILE = `
assistants: {}
chains: { oncall: { extensions: ["${TEST_LINES.neverAnswers}"] } }
alerts: { all: { chain: oncall } }
`;
/** More than two pages. */
const MANY_NUMBERS = 230;

describe("the console, to reach somebody", { timeout: 180_000 }, () => {
  let world: World;
  let callees: Callees;
  let controller: Controller;
  let browser: Browser;
  let console: WatchedPage;
  let page: Page;
  let rest: RestClient;

  before(async () => {
    await builtConsole();
    world = await startWorld();
    callees = await startCallees(world.bed.pbx);
    controller = await world.startController({ API_KEYS, RATE_LIMIT_PER_MINUTE: "0" });
    rest = new RestClient(() => controller.url);
    browser = await startBrowser();
    console = await openPage(browser);
    page = console.page;
    await page.goto(`${controller.url}/console/`);
    await logIn(page, KEY);
    await page.getByRole("navigation", { name: "Console" }).waitFor();
  });
  after(async () => {
    await browser?.close();
    await callees?.[Symbol.asyncDispose]();
    await world?.[Symbol.asyncDispose]();
  });

  const ask = (method: string, path: string, body?: unknown) =>
    rest.ask(method, path, body, { authorization: `Bearer ${KEY}` });
  const view = async (name: string) => {
    await page.getByRole("navigation", { name: "Console" }).getByRole("link", { name, exact: true }).click();
    await page.getByRole("heading", { level: 1, name }).waitFor();
  };
  const logIn = async (shown: Page, key: string) => {
    await shown.getByLabel("Key").fill(key);
    await shown.getByRole("button", { name: "Log in" }).click();
  };
  const rows = () => page.locator(".rows tbody tr");
  /** What keeps people from reading and using what the page shows, also on a telephone's screen. */
  const isUsable = async (name: string) => {
    const found = [...(await accessibilityFaults(page))];
    await page.setViewportSize({ width: 375, height: 700 });
    const width = (await page.evaluate(`document.documentElement.scrollWidth`)) as number;
    if (width > 375) found.push(`${name} is ${width} pixels wide`);
    await page.setViewportSize({ width: 1180, height: 760 });
    assert.deepEqual(found, []);
  };

  test("several numbers are called until one answers the question; each call is shown as it goes", async () => {
    world.speech.hearAs(() => "yes please");
    await view("Place a call");
    await page.getByLabel("Calls", { exact: true }).selectOption("Several numbers, until someone is reached");
    await page.getByLabel("Numbers").fill(`${TEST_LINES.busy}\n1001\n${TEST_LINES.busy}`);
    await page.getByLabel("Rounds", { exact: true }).fill("2");
    await page.getByLabel("Message").fill("The pump has stopped.");
    await page.getByRole("button", { name: "Ask a question" }).click();
    await page.getByLabel("What is asked").fill("Can you come?");
    await page.getByLabel("Other words for it").first().fill("yes please, sure");
    await page.getByLabel("Until").selectOption("the answer is “yes”");
    await page.getByLabel("When a machine answers").selectOption("Leave a message after the beep");
    await page.getByLabel("Left after the beep").fill("Please call back.");
    await isUsable("the form");
    await page.getByRole("button", { name: "Call", exact: true }).click();
    await page.getByText("Entry 3 is the same number as entry 1.").waitFor();
    assert.equal(await page.getByLabel("Numbers").getAttribute("aria-invalid"), "true");

    await page.getByLabel("Numbers").fill(`${TEST_LINES.busy}\n1001\n${TEST_LINES.neverAnswers}`);
    await page.getByRole("button", { name: "Call", exact: true }).click();
    await page.getByRole("heading", { level: 1, name: `Chain to ${TEST_LINES.busy}, 1001` }).waitFor();
    await page.getByText("Reached: 1001 (yes)").waitFor({ timeout: 45_000 });
    assert.deepEqual(
      (await rows().allInnerTexts()).map((row) => row.split(/\s+/).slice(0, 3).join(" ")),
      [`${TEST_LINES.busy} 1 Busy`, "1001 1 Reached"],
    );
    await isUsable("a chain");
    await page.getByRole("link", { name: "1001", exact: true }).click();
    await page.getByText("Answered by").waitFor();
    await page.getByRole("link", { name: "the other calls" }).click();
    await page.getByText("Reached: 1001 (yes)").waitFor();
  });

  test("a chain that a program ends while it is looked at shows so by itself; another is ended here", async () => {
    const begin = async () => {
      const body = { extensions: [TEST_LINES.neverAnswers, "1001"], message: "The pump has stopped." };
      return String((await ask("POST", "/call", body)).body.chain_id);
    };
    const first = await begin();
    await page.goto(`${controller.url}/console/#/chains/${first}`);
    await page.locator(".rows").getByText("Ringing").waitFor();
    await page.getByText(`Calling ${TEST_LINES.neverAnswers}…`).waitFor();
    await ask("DELETE", `/chain/${first}`);
    await page.getByText("The chain was cancelled.").waitFor();
    assert.equal(await page.getByRole("button", { name: "End" }).count(), 0);

    await view("Chains");
    const second = await begin();
    await page.getByText(`calling ${TEST_LINES.neverAnswers}`).waitFor();
    await isUsable("the chains");
    await page.getByRole("button", { name: "End" }).click();
    await page.getByRole("button", { name: "Hang up and call no one else?" }).click();
    await page.getByRole("button", { name: "End" }).waitFor({ state: "detached" });
    assert.equal((await ask("GET", `/chain/${second}`)).body.status, "cancelled");
    assert.equal(await rows().count(), 3);
  });

  test("the view says that the service is away, keeps what it knows, and goes on when it is back", async () => {
    await page.route("**/chain", (route) => route.abort());
    await page.getByText("The service cannot be reached.").waitFor();
    assert.equal(await rows().count(), 3);
    await page.unroute("**/chain");
    await page.getByText("The service cannot be reached.").waitFor({ state: "detached" });
  });

  test("an alert with hostile labels is text; who is called about it is shown, and it is acknowledged", async () => {
    await view("Alerts");
    await page.getByText("No alerts are open.").waitFor();
    assert.equal((await ask("PUT", "/assistants-file", { text: ALERTS_FILE })).status, 200);
    const labels = { alertname: HOSTILE, severity: HOSTILE };
    const long = { alertname: "Disk".repeat(60), severity: "critical" };
    const alerts = [
      { status: "firing", labels, annotations: { summary: HOSTILE }, fingerprint: "a".repeat(16) },
      { status: "firing", labels: long, annotations: { summary: "The disk is full." }, fingerprint: "not one / %c" },
    ];
    const { body } = await ask("POST", "/alert", { alerts });
    assert.equal(body.firing, 2, JSON.stringify(body));
    await page.getByText("The disk is full").waitFor();
    await page
      .getByRole("link", { name: `Calling ${TEST_LINES.neverAnswers}` })
      .first()
      .waitFor();
    assert.equal(await page.locator("main :is(script, img)").count(), 0);
    assert.ok((await page.locator(".rows").innerText()).includes("<script>document.title='taken'</script>"));
    assert.equal(await page.title(), "Alerts · Attendant");
    await isUsable("the alerts");
    for (const left of [1, 0]) {
      await page.getByRole("button", { name: "Acknowledge" }).first().click();
      await page.getByRole("button", { name: "Call no one about it?" }).click();
      await page
        .getByText("Acknowledged by office")
        .nth(1 - left)
        .waitFor();
    }
    await page.getByRole("link", { name: `Calling ${TEST_LINES.neverAnswers}` }).waitFor({ state: "detached" });
  });

  test("a number is added to those that are not called, found among many, and removed", async () => {
    await view("Do not call");
    await page.getByText("The list is empty.").waitFor();
    await page.getByLabel("Number", { exact: true }).fill("not a number");
    await page.getByRole("button", { name: "Add" }).click();
    await page.locator(".fault").waitFor();
    assert.equal(await page.getByLabel("Number", { exact: true }).getAttribute("aria-invalid"), "true");
    await page.getByLabel("Number", { exact: true }).fill("+49 30 123456".replaceAll(" ", "-"));
    await page.getByLabel("Reason").fill(HOSTILE);
    await page.getByRole("button", { name: "Add" }).click();
    await page.getByText("+4930123456 is not called any more.").waitFor();
    await rows().first().waitFor();
    assert.ok((await rows().first().innerText()).includes("<img src=x"));
    assert.equal(await page.locator("main :is(script, img)").count(), 0);

    const numbers = Array.from({ length: MANY_NUMBERS }, (_, at) => ({
      number: String(20_000 + at),
      reason: "a letter",
    }));
    for (let at = 0; at < numbers.length; at += 10) {
      await Promise.all(numbers.slice(at, at + 10).map((body) => ask("POST", "/do-not-call", body)));
    }
    await page.reload();
    await rows().nth(99).waitFor();
    assert.equal(await rows().count(), 100);
    const more = page.getByRole("button", { name: "Show more" });
    for (const count of [200, MANY_NUMBERS + 1]) {
      await more.click();
      await rows()
        .nth(count - 1)
        .waitFor();
      assert.equal(await rows().count(), count);
    }
    assert.equal(await more.count(), 0);
    await isUsable("the list");

    await page.getByLabel("Look up a number").fill("+49.30.123456");
    await page.getByRole("button", { name: "Search" }).click();
    await rows().nth(1).waitFor({ state: "detached" });
    await page.getByRole("button", { name: "Remove +4930123456" }).click();
    await page.getByRole("button", { name: "Allow calls to it again?" }).click();
    await page.getByText("This number is not on the list.").waitFor();
    assert.deepEqual((await ask("GET", "/do-not-call?number=%2B4930123456")).body.numbers, []);
  });

  test("a schedule calls several numbers, and is changed to one that is called again", async () => {
    await page.goto(`${controller.url}/console/#/schedules/new`);
    await page.getByLabel("Calls", { exact: true }).selectOption("Several numbers, until someone is reached");
    await page.getByLabel("Numbers").fill("1001\n1008");
    await page.getByLabel("Until", { exact: true }).selectOption("a person says “got it”, or presses 1");
    await page.getByLabel("Ring at once").fill("2");
    await page.getByLabel("Message").fill("Please take your medicine.");
    await page.getByLabel("Time", { exact: true }).fill("08:30");
    await page.getByLabel("Repeats").selectOption("Every day");
    await isUsable("the schedule's form");
    await page.getByRole("button", { name: "Schedule", exact: true }).click();
    await page.getByText("a person says “got it”, or presses 1; 2 at once").waitFor();

    await page.getByRole("link", { name: "Change" }).click();
    await page.getByLabel("Calls", { exact: true }).selectOption("One number");
    await page.getByLabel("Number", { exact: true }).fill("1008");
    await page.getByText("Call again", { exact: true }).click();
    await page.getByLabel("When a machine answers").selectOption("Hang up");
    await page.getByLabel("After it was busy").fill("1, soon");
    await page.getByRole("button", { name: "Save" }).click();
    await page.getByText(/^Entry 2 must be/).waitFor();
    await page.getByLabel("After it was busy").fill("1, 5");
    await page.getByRole("button", { name: "Save" }).click();
    await page.getByText("called again after a pause").waitFor();
    const [kept] = (await ask("GET", "/schedule")).body as unknown as Record<string, unknown>[];
    assert.deepEqual(
      [kept?.extensions, kept?.retry, kept?.until, kept?.on_machine],
      [["1008"], { busy: [60, 300] }, "acknowledged", "hang_up"],
    );
  });

  test("who may only read sees it all, and can change nothing", async () => {
    const reader = await openPage(browser);
    await reader.page.goto(`${controller.url}/console/#/chains`);
    await logIn(reader.page, READER);
    await reader.page.locator(".rows tbody tr").first().waitFor();
    const buttons = () => reader.page.locator("main").getByRole("button").allInnerTexts();
    assert.deepEqual(await buttons(), ["Refresh"]);
    await reader.page.goto(`${controller.url}/console/#/alerts`);
    await reader.page.locator(".rows").getByText("The disk is full").waitFor();
    assert.deepEqual(await buttons(), ["Refresh"]);
    await reader.page.goto(`${controller.url}/console/#/do-not-call`);
    await reader.page.locator(".rows tbody tr").first().waitFor();
    assert.deepEqual(await buttons(), ["Search", "Show more"]);
    assert.deepEqual(reader.faults, []);
  });

  test("nothing broke the policy of the page all along", () => {
    assert.deepEqual(
      console.faults.filter((fault) => !/ERR_FAILED/.test(fault)),
      [],
    );
  });
});

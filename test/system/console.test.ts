import assert from "node:assert/strict";
import { join } from "node:path";
import { after, before, describe, test, type TestContext } from "node:test";
import type { Browser, Page, Route } from "playwright-core";
import {
  builtConsole,
  accessibilityFaults,
  type Callees,
  type Controller,
  openPage,
  PROJECT,
  Receiver,
  RestClient,
  says,
  startBrowser,
  startCallees,
  startWorld,
  type WatchedPage,
  type World,
} from "../support/index.js";
import { consoleAddress } from "../../src/config/one-time-login.js";

const KEY = "admin-key-of-sixteen-or-more";
const READER = "reader-key-of-sixteen-or-more";
const API_KEYS = `office:read+transcripts+call+schedule+tools+metrics:${KEY},wall:read:${READER}`;
const PAGE_BYTES = 150_000;
const MARKUP = "<script>document.title = 'taken'</script> <img src=x onerror=\"document.title='taken'\"> hello";
/** Markup as a caller's words: short enough for the sound, and no annotation of a recogniser's. */
const SAID_MARKUP = "<img src=x onerror=\"document.title='taken'\"> hello";

/** When an element with that text is there, by the page's own account: whoever looks from outside looks seldom. */
function shownAt(page: Page, selector: string, text: string): Promise<number> {
  return page.evaluate(`new Promise((resolve) => {
    const look = () => {
      const isThere = [...document.querySelectorAll("${selector}")].some((each) => each.textContent.includes("${text}"));
      if (isThere) requestAnimationFrame(() => resolve(Date.now()));
      return isThere;
    };
    new MutationObserver((_, observer) => look() && observer.disconnect()).observe(document, { childList: true, characterData: true, subtree: true });
  })`);
}

/** Whose each of the sentences of a call is, from above. */
function whoSaid(page: Page): Promise<string[]> {
  return page.evaluate(
    `[...document.querySelectorAll(".said")].flatMap(({ classList }) => ["caller", "assistant"].filter((side) => classList.contains(side)))`,
  );
}

/** Writes the pictures of the docs when it is asked to. */
async function picture(page: Page, name: string): Promise<void> {
  if (!process.env.CONSOLE_PICTURES) return;
  await page.screenshot({ path: join(PROJECT, "docs/images", `console-${name}.png`) });
}

describe("the console", { timeout: 180_000 }, () => {
  let world: World;
  let callees: Callees;
  let receiver: Receiver;
  let controller: Controller;
  let browser: Browser;
  let console: WatchedPage;
  let page: Page;
  let rest: RestClient;

  before(async () => {
    await builtConsole();
    world = await startWorld();
    callees = await startCallees(world.bed.pbx);
    receiver = await Receiver.start();
    controller = await world.startController({ API_KEYS });
    rest = new RestClient(() => controller.url);
    browser = await startBrowser();
    console = await openPage(browser);
    page = console.page;
  });
  after(async () => {
    await browser?.close();
    await receiver?.[Symbol.asyncDispose]();
    await callees?.[Symbol.asyncDispose]();
    await world?.[Symbol.asyncDispose]();
  });

  const ask = (method: string, path: string, body?: unknown) =>
    rest.ask(method, path, body, { authorization: `Bearer ${KEY}` });
  const view = async (name: string) => {
    await page.getByRole("navigation", { name: "Console" }).getByRole("link", { name }).click();
    await page.getByRole("heading", { level: 1, name }).waitFor();
  };
  const logIn = async (shown: Page, key: string) => {
    await shown.getByLabel("Key").fill(key);
    await shown.getByRole("button", { name: "Log in" }).click();
  };

  test("is small, and lets in a user with a key", async (t: TestContext) => {
    await page.goto(`${controller.url}/console/`);
    await page.getByLabel("Key").waitFor();
    const shownMs = (await page.evaluate(`performance.now()`)) as number;
    const bytes = (await page.evaluate(
      `[...performance.getEntriesByType("navigation"), ...performance.getEntriesByType("resource")]
         .filter(({ name }) => name.includes("/console")).reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0)`,
    )) as number;
    t.diagnostic(`${bytes} bytes, shown after ${Math.round(shownMs)} ms`);
    assert.ok(bytes > 5_000 && bytes < PAGE_BYTES, `${bytes} bytes`);

    await logIn(page, "not-a-key-of-anybody");
    await page.getByRole("alert").waitFor();
    await logIn(page, KEY);
    await page.getByText("No calls at the moment.").waitFor();
    assert.ok(!page.url().includes(KEY));
  });

  test("what a caller says is there as it is understood, as text; the assistant says a sentence, and hangs up", async (t) => {
    world.speech.expect(["what time is it"]);
    await using caller = await world.telephone.dial("8000");
    const welcomed = await caller.hearsSilence({ forMs: 1_000 });
    const question = await caller.say(await says("what time is it"));
    await page.locator(".said.caller", { hasText: "time" }).waitFor();
    // An answer such as "It is 2:00 AM." is over in less than a second.
    const answered = await caller.hears({ after: Math.max(welcomed, question.to), minMs: 300 });
    await page.locator(".said.assistant").nth(1).waitFor();
    assert.deepEqual(await whoSaid(page), ["assistant", "caller", "assistant"]);
    await picture(page, "now");
    const silent = await caller.hearsSilence({ forMs: 1_000, after: answered });

    const understoodAt: number[] = [];
    world.speech.hearAs(() => {
      understoodAt.push(Date.now());
      return SAID_MARKUP;
    });
    const words = page.locator(".said.caller", { hasText: "hello" });
    const seen = shownAt(page, ".said.caller", "hello");
    await caller.say(await says("what time is it"));
    const seenAt = await seen;
    const liveMs = seenAt - (understoodAt.findLast((at) => at <= seenAt) ?? 0);
    t.diagnostic(`on the page ${liveMs} ms after the recogniser answered`);
    assert.equal(await words.locator(".said-words").innerText(), SAID_MARKUP);
    assert.equal(await page.locator(".said :is(script, img)").count(), 0);
    assert.equal(await page.title(), "Now · Attendant");
    assert.ok(
      Number(await page.getByRole("meter", { name: "Level of the caller" }).getAttribute("aria-valuenow")) <= 0,
    );

    const silentAt = await caller.hearsSilence({ forMs: 1_000, after: silent });
    await page.getByLabel("A sentence for 2001").fill("Please wait for a moment.");
    await page.getByRole("button", { name: "Say" }).click();
    await caller.hears({ after: silentAt });
    await page.locator(".said.assistant", { hasText: "Please wait for a moment." }).waitFor();

    await page.getByRole("button", { name: "Hang up" }).click();
    await page.getByRole("button", { name: "Hang up now?" }).click();
    await caller.ended;
    await page.getByText("No calls at the moment.").waitFor();
  });

  test("a call is placed with a question, and followed to the answer; its webhook is sent again", async () => {
    world.speech.hearAs(() => "yes please");
    await view("Place a call");
    await page.getByLabel("Number").fill("not a number");
    await page.getByLabel("Message").fill("Your appointment is tomorrow.");
    await page.getByRole("button", { name: "Ask a question" }).click();
    await page.getByLabel("What is asked").fill("Do you want to keep it?");
    await page.getByLabel("Other words for it").first().fill("yes please, sure");
    await page.getByText("More", { exact: true }).click();
    await page.getByLabel("Post the result to").fill(receiver.url);
    await page.getByRole("button", { name: "Call", exact: true }).click();
    await page.locator(".fault").waitFor();
    assert.equal(await page.getByLabel("Number").getAttribute("aria-invalid"), "true");

    await page.getByLabel("Number").fill("1001");
    await page.getByRole("button", { name: "Call", exact: true }).click();
    await page.getByText("Completed · yes").waitFor({ timeout: 45_000 });

    await page.getByRole("link", { name: "All details" }).click();
    await page.getByText("Delivered").waitFor();
    await receiver.has(1);
    await page.getByRole("button", { name: "Send again" }).click();
    await receiver.has(2);
    const [first, second] = receiver.received;
    assert.equal(first?.headers["webhook-id"], second?.headers["webhook-id"]);
    await page.locator(".attempts tbody tr").nth(1).waitFor();
  });

  test("a call is found by its words, with where the time of each turn went", async () => {
    await view("Calls");
    const rows = page.locator(".rows tbody tr");
    await rows.nth(1).waitFor();
    await page.getByLabel("Words").fill("help");
    await page.getByRole("button", { name: "Search" }).click();
    await rows.nth(1).waitFor({ state: "detached" });
    await rows.first().waitFor();
    assert.equal(await rows.count(), 1);
    assert.match(await rows.first().innerText(), /Called you:\s+2001[^]*Ended from the console or by a program/);
    await rows.first().getByRole("link", { name: "2001" }).first().click();
    await page.locator(".waterfall .part").first().waitFor();
    await page
      .getByText(/^Reply heard after \d/)
      .first()
      .waitFor();
    await picture(page, "call");
    await page.getByRole("link", { name: "Call back: 2001" }).click();
    await page.getByRole("heading", { level: 1, name: "Place a call" }).waitFor();
    assert.equal(await page.getByLabel("Number").inputValue(), "2001");
  });

  test("the next run of a schedule is left out, and the week shows it", async () => {
    const daily = { extension: "1001", message: "Please take your medicine.", at_time: "08:30", recurring: "daily" };
    const { body } = await ask("POST", "/schedule", daily);
    const path = `/schedule/${String(body.schedule_id)}`;
    const due = (await ask("GET", path)).body.scheduled_for;
    await view("Schedules");
    await page.getByRole("button", { name: "Skip next" }).click();
    await page.locator(".run.skipped").waitFor();
    assert.notEqual((await ask("GET", path)).body.scheduled_for, due);
    await page.getByRole("button", { name: "Pause" }).click();
    await page.locator(".run.paused").first().waitFor();
    assert.equal((await ask("GET", path)).body.status, "paused");
    await page.getByRole("button", { name: "Resume" }).click();
    await page.locator(".rows").getByText("Pending").waitFor();
    await picture(page, "schedules");
  });

  test("a tool is tried, health and settings are shown, and secrets are not", async () => {
    await view("Tools");
    const calc = page.getByRole("article", { name: "CALC" });
    await calc.getByText("Try it").click();
    await calc.getByLabel("expression").fill("17 * 23");
    await calc.getByRole("button", { name: "Run it" }).click();
    await calc.getByText(/391/).first().waitFor();
    await view("Health");
    await page.getByText("Everything required is available.").waitFor();
    await view("Settings");
    const row = page.getByRole("row").filter({ has: page.getByText("API_KEYS", { exact: true }) });
    assert.match(await row.innerText(), /secret, set/);
    assert.ok(!(await page.content()).includes(KEY));
  });

  test("a lost connection is reported, and restored", async () => {
    await page.route("**/events", (route) => route.abort());
    await page.reload();
    await page.getByText("Connection lost.").waitFor();
    await page.unroute("**/events");
    await page.getByText("Connection lost.").waitFor({ state: "hidden" });
  });

  test("what is repeated because its answer was lost is done once", async () => {
    const keys: (string | undefined)[] = [];
    let isLost = true;
    await page.route(/\/(execute|run)$/, (route) => {
      keys.push(route.request().headers()["idempotency-key"]);
      return isLost ? route.abort() : route.continue();
    });
    await view("Tools");
    const calc = page.getByRole("article", { name: "CALC" });
    await calc.getByText("Try it").click();
    await calc.getByLabel("expression").fill("17 * 23");
    const press = async () => {
      await calc.getByRole("button", { name: "Run it" }).click();
      await calc.getByRole("button", { name: "Run it", disabled: false }).waitFor();
    };
    await press();
    await press();
    isLost = false;
    await press();
    await calc.getByText(/391/).first().waitFor();
    assert.equal(new Set(keys.splice(0)).size, 1);
    isLost = true;
    await press();
    await calc.getByLabel("expression").fill("17 * 24");
    await press();
    assert.equal(new Set(keys.splice(0)).size, 2);

    await view("Schedules");
    for (let n = 0; n < 2; n++) {
      await page.getByRole("button", { name: "Run now" }).click();
      await page.getByRole("button", { name: "Call now?" }).click();
      await page.getByRole("alert").waitFor();
      await page.getByRole("button", { name: "Run now", disabled: false }).waitFor();
    }
    assert.deepEqual([keys.length, new Set(keys).size], [2, 1]);
    await page.unroute(/\/(execute|run)$/);
  });

  test("another key is entered while the service cannot be reached, and an invisible character is not part of it", async () => {
    await page.route("**/me", (route) => route.abort());
    await page.reload();
    const another = page.getByRole("button", { name: "Use another key" });
    await another.waitFor();
    const askedAgain = page.waitForEvent("requestfailed", (request) => request.url().endsWith("/me"));
    await another.click();
    await askedAgain;
    await page.unroute("**/me");
    await page.getByRole("button", { name: "Try again" }).click();
    await logIn(page, "my key");
    await page.getByText("or a character that no key has").waitFor();
    await logIn(page, `${KEY}\u200b`);
    await page.getByRole("navigation", { name: "Console" }).waitFor();
  });

  test("an answer about a webhook that takes longer than a second is shown", async () => {
    const { page: shown } = await openPage(browser);
    const { calls } = (await ask("GET", "/call")).body as { calls: { call_id: string }[] };
    const soon = new Date(Date.now() + 5_000).toISOString();
    const delivery = { ...calls[0], delivery_id: "1", url: receiver.url, attempts: [] };
    const asked: Route[] = [];
    await shown.route("**/deliveries", async (route) => {
      if (asked.push(route) > 1) return;
      await route.fulfill({ json: [{ ...delivery, status: "pending", next_attempt_at: soon }] });
    });
    await shown.clock.install();
    await shown.goto(`${controller.url}/console/#/calls/${calls[0]?.call_id}`);
    await logIn(shown, KEY);
    const card = shown.locator(".delivery");
    await card.getByText("Pending").waitFor();
    const repeated = shown.waitForRequest("**/deliveries");
    await shown.clock.runFor(1_000);
    await repeated;
    await shown.clock.runFor(3_000);
    await asked[1]?.fulfill({ json: [{ ...delivery, status: "delivered", next_attempt_at: null }] });
    await card.getByText("Delivered").waitFor();
    await shown.context().close();
  });

  test("everybody can read and use every view, in light and in dark colours and on a telephone's screen", async () => {
    const { calls } = (await ask("GET", "/call")).body as { calls: { call_id: string }[] };
    const schedules = (await ask("GET", "/schedule")).body as unknown as { schedule_id: string }[];
    const shown = await openPage(browser, { colorScheme: "light" });
    await shown.page.goto(`${controller.url}/console/`);
    await shown.page.getByLabel("Key").waitFor();
    const found: string[] = [];
    const look = async () => {
      found.push(...(await accessibilityFaults(shown.page)));
      // But for colours, nothing is another in the dark.
      await shown.page.emulateMedia({ colorScheme: "dark" });
      found.push(...(await accessibilityFaults(shown.page, ["color-contrast"])).map((fault) => `dark: ${fault}`));
      await shown.page.emulateMedia({ colorScheme: "light" });
    };
    await look();
    await logIn(shown.page, KEY);
    const views = [
      "now",
      "calls",
      `calls/${calls.at(-1)?.call_id}`,
      "place",
      `place/${calls[0]?.call_id}`,
      "schedules",
      "schedules/new",
    ];
    const schedule = `schedules/${schedules[0]?.schedule_id}`;
    views.push(
      schedule,
      `${schedule}/change`,
      "chains",
      "alerts",
      "do-not-call",
      "tools",
      "health",
      "start",
      "settings",
    );
    for (const name of views) {
      await shown.page.setViewportSize({ width: 1180, height: 760 });
      await shown.page.goto("about:blank"); // So that it is this view that is looked at, and not the one before.
      await shown.page.goto(`${controller.url}/console/#/${name}`);
      await shown.page.getByRole("heading", { level: 1 }).waitFor();
      await shown.page.locator(".waiting").waitFor({ state: "detached" });
      await look();
      await shown.page.setViewportSize({ width: 375, height: 700 });
      const width = (await shown.page.evaluate(`document.documentElement.scrollWidth`)) as number;
      if (width > 375) found.push(`${name} is ${width} pixels wide`);
    }
    assert.deepEqual([...found, ...shown.faults], []);
    await shown.page.context().close();
  });

  test("without its scope nothing is shown, and a number that is markup is text", async () => {
    const { page, faults } = await openPage(browser);
    await page.route(/\/call$/, async (route) => {
      const answer = await route.fetch();
      const body = (await answer.json()) as { calls: { caller: string; direction: string }[] };
      const calls = body.calls.map((call) => ({ ...call, direction: "inbound", caller: MARKUP }));
      await route.fulfill({ response: answer, json: { ...body, calls } });
    });
    await page.goto(`${controller.url}/console/#/calls`);
    await logIn(page, READER);
    await page.locator(".rows").getByText(MARKUP).first().waitFor();
    assert.equal(await page.locator("main :is(script, img)").count(), 0);
    const titles = await page.getByRole("navigation", { name: "Console" }).getByRole("link").allInnerTexts();
    assert.deepEqual(titles, [
      "Now",
      "Calls",
      "Schedules",
      "Chains",
      "Alerts",
      "Do not call",
      "Tools",
      "Health",
      "First steps",
      "Settings",
    ]);
    assert.equal(await page.getByLabel("Words").count(), 0);
    await page.getByRole("link", { name: MARKUP }).first().click();
    await page.getByRole("heading", { level: 1 }).waitFor();
    await page.goto(`${controller.url}/console/#/schedules`);
    await page.getByRole("heading", { name: "All scheduled calls" }).waitFor();
    assert.equal(await page.getByRole("button", { name: /Skip|Pause|Run now|Cancel|Send again|Hang up/ }).count(), 0);
    assert.equal(await page.getByRole("link", { name: /Schedule a call|Change|Call back/ }).count(), 0);
    await page.goto(`${controller.url}/console/#/place`);
    await page.getByText("your key may not see it").waitFor();
    assert.deepEqual(faults, []);

    await page.getByRole("button", { name: "Log out" }).click();
    await page.getByLabel("Key").waitFor();
    assert.equal(await page.evaluate(`sessionStorage.length`), 0);
  });

  test("lets in by an address that logs in once, and says the second time why not", async () => {
    const address = consoleAddress(controller.url, KEY, Date.now());
    const first = await openPage(browser);
    await first.page.goto(address);
    await first.page.getByRole("navigation", { name: "Console" }).waitFor();
    assert.doesNotMatch(first.page.url(), /login/);
    assert.deepEqual(first.faults, []);
    const second = await openPage(browser);
    await second.page.goto(address);
    await second.page.getByRole("alert").getByText("already been used or has expired").waitFor();
    await logIn(second.page, KEY);
    await second.page.getByRole("navigation", { name: "Console" }).waitFor();
  });

  test("nothing broke the policy of the page all along", () => {
    assert.deepEqual(console.faults, []);
  });
});

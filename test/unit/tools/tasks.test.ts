import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { DateTime } from "luxon";
import { DEFAULT_PHRASES_BY_LANGUAGE, type Phrases } from "../../../src/config/phrases.js";
import { AttendantError } from "../../../src/kernel/errors.js";
import { createWording } from "../../../src/toolbox/wording.js";
import { createToolbox } from "../../../src/toolbox/toolbox.js";
import type { ToolResult } from "../../../src/toolbox/tool.js";
import { createCallback } from "../../../tools/callback.js";
import { createCancel } from "../../../tools/cancel.js";
import { createSetTimer } from "../../../tools/set-timer.js";
import type { TimeStyle } from "../../../src/locales/locale.js";
import { createStatus } from "../../../tools/status.js";
import { FakeTasks } from "../../support/fakes/fake-tasks.js";
import { toolEnvironment } from "../../support/fakes/tool-context.js";
import { inAnyLanguage } from "../../support/fakes/one-language.js";

interface Asking {
  readonly at?: string;
  readonly zone?: string;
  readonly caller?: string | undefined;
  /** The number that is rung for them, empty where it may not be dialled; the caller's unless given. */
  readonly rings?: string;
  readonly timeStyle?: TimeStyle;
  readonly phrases?: Partial<Phrases>;
}

/** A caller of 1001 who has the four tools, at a quarter past nine in the morning in New York. */
function someone({
  at = "2026-11-20T09:15:00",
  zone = "America/New_York",
  timeStyle = "digital",
  ...rest
}: Asking = {}) {
  const caller = "caller" in rest ? rest.caller : "1001";
  const now = DateTime.fromISO(at, { zone });
  const tasks = new FakeTasks(now, rest.rings ?? caller);
  const needs = {
    timeStyle,
    wording: createWording(inAnyLanguage({ ...DEFAULT_PHRASES_BY_LANGUAGE.in("en"), ...rest.phrases })),
  };
  const tools = [createSetTimer(needs), createCallback(needs), createStatus(needs), createCancel(needs)];
  const toolbox = createToolbox(tools, { timeoutMs: 1000 });
  const ask = (tool: string, parameters: object = {}, after = 0): Promise<ToolResult> =>
    toolbox.execute(tool, parameters, toolEnvironment({ now: now.plus({ seconds: after }), caller, tasks }));
  return { tasks, ask };
}

describe("SET_TIMER", () => {
  for (const message of ["🎉", "...", "\u0000\u0007", "\ud800", "<break time='9s'/>"]) {
    it(`says that it is up when its message ${JSON.stringify(message)} cannot be heard, and so does CALLBACK`, async () => {
      const { ask } = someone();
      const alert = async (tool: string, parameters: object) =>
        (await ask(tool, { ...parameters, message })).data?.message;
      assert.equal(await alert("SET_TIMER", { duration: 5 }), "Your timer for five seconds is up.");
      assert.equal(await alert("CALLBACK", { delay: 5 }), "This is the call that you asked for.");
    });
  }

  it("tells a caller whose telephone may not be rung that they hear of it in this call only", async () => {
    const { message } = await someone({ caller: "+15550100199", rings: "" }).ask("SET_TIMER", { duration: 5 });
    assert.equal(message, "I have set a timer for five seconds. I can tell you in this call only.");
    const client = await someone({ caller: undefined, rings: "" }).ask("SET_TIMER", { duration: 5 });
    assert.equal(client.message, "I have set a timer for five seconds.");
  });

  it("leaves out of its message what speech servers refuse", async () => {
    const { data } = await someone().ask("SET_TIMER", {
      duration: 5,
      message: "Tea\u0000\u001b is 5 \ud800< 6 o'clock.",
    });
    assert.equal(data?.message, "Tea is 5 < 6 o'clock.");
  });

  for (const [duration, words] of [
    [10, "ten seconds"],
    [600, "ten minutes"],
    [90, "one minute and thirty seconds"],
    [3600, "an hour"],
    ["5400", "an hour and thirty minutes"],
    [86_400, "one day"],
  ] as const) {
    it(`of ${duration} seconds is told as ${words}`, async () => {
      const { ask, tasks } = someone();
      const { status, message, data } = await ask("SET_TIMER", { duration });
      assert.deepEqual([status, message], ["PENDING", `I have set a timer for ${words}.`]);
      assert.equal(tasks.kept[0]?.message, `Your timer for ${words} is up.`);
      const due = tasks.kept[0]?.dueAt.toISO();
      assert.deepEqual(data, {
        task_id: "task-1",
        due_at: due,
        duration: Number(duration),
        message: tasks.kept[0]?.message,
      });
    });
  }

  it("keeps the message for the moment it is up", async () => {
    const { ask, tasks } = someone();
    await ask("SET_TIMER", { duration: 5, message: " The pasta is ready. " });
    assert.equal(tasks.kept[0]?.message, "The pasta is ready.");
  });

  it("has FAILED with the sentence when it is refused", async () => {
    const { ask, tasks } = someone();
    tasks.refusal = "You have twenty timers already.";
    assert.deepEqual(await ask("SET_TIMER", { duration: 5 }), { status: "FAILED", message: tasks.refusal });
  });

  for (const duration of [0, -1, 86_401, 1.5, "soon", "", null, 1e300]) {
    it(`sets nothing for ${JSON.stringify(duration)} seconds`, async () => {
      const { ask, tasks } = someone();
      assert.equal((await ask("SET_TIMER", { duration })).status, "FAILED");
      assert.equal(tasks.kept.length, 0);
    });
  }
});

describe("CALLBACK", () => {
  const told: [parameters: object, message: string, due: string, asking?: Asking][] = [
    [{}, "I will call you back in one minute.", "2026-11-20T09:16:00-05:00"],
    [{ delay: 5400 }, "I will call you back in an hour and thirty minutes.", "2026-11-20T10:45:00-05:00"],
    [{ at_time: "17:30" }, "I will call you back at 5:30 PM.", "2026-11-20T17:30:00-05:00"],
    [{ at_time: "17:30", delay: 5 }, "I will call you back at 5:30 PM.", "2026-11-20T17:30:00-05:00"],
    [{ at_time: "9:15" }, "I will call you back tomorrow at 9:15 AM.", "2026-11-21T09:15:00-05:00"],
    [{ at_time: "00:00" }, "I will call you back tonight at midnight.", "2026-11-21T00:00:00-05:00"],
    [{ at_time: "24:00" }, "I will call you back tonight at midnight.", "2026-11-21T00:00:00-05:00"],
    [{ at_time: "12:00" }, "I will call you back at noon.", "2026-11-20T12:00:00-05:00"],
    [
      { at_time: "00:30" },
      "I will call you back tonight at half past twelve.",
      "2026-11-21T00:30:00-05:00",
      { timeStyle: "spoken" },
    ],
    [
      { at_time: "21:30" },
      "I will call you back at half past nine in the evening.",
      "2026-11-20T21:30:00-05:00",
      { timeStyle: "spoken" },
    ],
    [{ at_time: "21:30" }, "I will call you back at 21:30.", "2026-11-20T21:30:00-05:00", { timeStyle: "24h" }],
    [{ destination: "1002" }, "I will call one zero zero two in one minute.", "2026-11-20T09:16:00-05:00"],
    [{ destination: "1001" }, "I will call you back in one minute.", "2026-11-20T09:16:00-05:00"],
  ];
  for (const [parameters, message, due, asking] of told) {
    it(`with ${JSON.stringify(parameters)} says "${message}"`, async () => {
      const { ask, tasks } = someone(asking);
      const result = await ask("CALLBACK", parameters);
      assert.deepEqual([result.status, result.message], ["PENDING", message]);
      assert.equal(tasks.kept[0]?.dueAt.toISO({ suppressMilliseconds: true }), due);
      assert.equal(result.data?.due_at, tasks.kept[0]?.dueAt.toISO());
      assert.equal(result.data?.task_id, "task-1");
    });
  }

  // By the IANA rules: New York changes on 8 March and 1 November 2026, Lord Howe by half an hour on 5 April and 4 October.
  const changes: [zone: string, now: string, time: string, due: string][] = [
    ["America/New_York", "2026-03-08T01:00:00", "02:30", "2026-03-08T03:00:00-04:00"],
    ["America/New_York", "2026-03-07T12:00:00", "02:00", "2026-03-08T03:00:00-04:00"],
    ["America/New_York", "2026-03-08T01:00:00", "03:30", "2026-03-08T03:30:00-04:00"],
    ["America/New_York", "2026-11-01T00:30:00", "01:30", "2026-11-01T01:30:00-04:00"],
    ["America/New_York", "2026-11-01T00:30:00", "02:30", "2026-11-01T02:30:00-05:00"],
    // At 1:50 the first 1:40 has passed, and the second is to come.
    ["America/New_York", "2026-11-01T01:50:00-04:00", "01:40", "2026-11-01T01:40:00-05:00"],
    ["America/New_York", "2026-11-01T01:50:00-04:00", "01:50", "2026-11-01T01:50:00-05:00"],
    ["America/New_York", "2026-11-01T06:50:00Z", "01:40", "2026-11-02T01:40:00-05:00"],
    ["America/New_York", "2026-03-08T03:10:00", "02:30", "2026-03-09T02:30:00-04:00"],
    ["Australia/Lord_Howe", "2026-10-04T01:00:00", "02:15", "2026-10-04T02:30:00+11:00"],
    ["Australia/Lord_Howe", "2026-04-05T00:30:00", "01:45", "2026-04-05T01:45:00+11:00"],
    ["America/Santiago", "2026-09-05T20:00:00", "00:30", "2026-09-06T01:00:00-03:00"],
    ["Asia/Kathmandu", "2026-03-08T01:00:00", "02:30", "2026-03-08T02:30:00+05:45"],
    ["UTC", "2026-12-31T23:59:00", "00:00", "2027-01-01T00:00:00Z"],
  ];
  for (const [zone, at, time, due] of changes) {
    it(`at ${time} in ${zone}, asked for on ${at}, is due at ${due}`, async () => {
      const { ask, tasks } = someone({ zone, at });
      await ask("CALLBACK", { at_time: time });
      assert.equal(tasks.kept[0]?.dueAt.toISO({ suppressMilliseconds: true }), due);
    });
  }

  const written: [text: string, time: string][] = [
    ["7:05", "07:05"],
    ["17:30:00", "17:30"],
    ["8:30 pm", "20:30"],
    ["8:30PM", "20:30"],
    ["8 p.m.", "20:00"],
    ["8 PM.", "20:00"],
    ["12:15 a.m.", "00:15"],
    ["12:15 pm", "12:15"],
    ["17:30 pm", "17:30"],
    ["17.30 Uhr", "17:30"],
    ["17 Uhr 30", "17:30"],
    ["17h30", "17:30"],
    ["17 h", "17:00"],
    ["24:00", "00:00"],
    ["Noon", "12:00"],
    ["midnight", "00:00"],
  ];
  for (const [text, time] of written) {
    it(`takes ${text} for ${time}`, async () => {
      const { ask, tasks } = someone();
      await ask("CALLBACK", { at_time: text });
      assert.equal(tasks.kept[0]?.dueAt.toFormat("HH:mm"), time);
    });
  }

  for (const time of [
    ...["25:00", "9:60", "half past nine", "0930", "-1:00", "１２:００", "8", "13 am", "0:30 pm", "25 pm", "24:30"],
    ...["17:30:30", "17:30Z", "17:30+02:00", "2026-11-27T17:30", "17:3", "8:30 pm or so", "2h", "24h", "1h30"],
  ]) {
    it(`does not know ${time} for a time`, async () => {
      const { ask, tasks } = someone();
      const { status, message } = await ask("CALLBACK", { at_time: time });
      assert.equal(status, "FAILED");
      assert.match(message, /hours and minutes/);
      assert.equal(tasks.kept.length, 0);
    });
  }

  it("takes a number as people write it", async () => {
    const { ask, tasks } = someone();
    await ask("CALLBACK", { destination: " +1 (555) 010-0199 " });
    assert.equal(tasks.kept[0]?.destination, "+15550100199");
  });

  for (const destination of ["PJSIP/1002", "1002@evil", "1002&1003", "Local/9@ctx", "1002,20", "a b", "()", "🙂"]) {
    it(`does not call ${destination}`, async () => {
      const { ask, tasks } = someone();
      assert.equal((await ask("CALLBACK", { destination })).status, "FAILED");
      assert.equal(tasks.kept.length, 0);
    });
  }

  it("needs a number when the caller's is not known", async () => {
    const { ask, tasks } = someone({ caller: undefined });
    const { status, message } = await ask("CALLBACK");
    assert.deepEqual([status, message], ["FAILED", "I do not know which number to call."]);
    assert.equal((await ask("CALLBACK", { destination: "1002" })).status, "PENDING");
    assert.equal(tasks.kept.length, 1);
  });

  it("has FAILED with the sentence when the number is refused", async () => {
    const { ask, tasks } = someone();
    tasks.refusal = "I may not call that number.";
    const result = await ask("CALLBACK", { destination: "0900123" });
    assert.deepEqual(result, { status: "FAILED", message: tasks.refusal });
  });
});

describe("STATUS", () => {
  it("has a sentence for nothing at all", async () => {
    const { message, data } = await someone().ask("STATUS");
    assert.equal(message, "You have no timers or callbacks.");
    assert.deepEqual(data, { count: 0, tasks: [] });
  });

  it("tells one timer by what it is for and what is left", async () => {
    const { ask } = someone();
    await ask("SET_TIMER", { duration: 200, message: "Pasta." });
    assert.equal((await ask("STATUS", {}, 20)).message, "You have one timer: Pasta, three minutes left.");
  });

  it("tells several, timers first, each by its own words", async () => {
    const { ask } = someone();
    await ask("CALLBACK", { delay: 60, message: "Call mum" });
    await ask("SET_TIMER", { duration: 600 });
    await ask("SET_TIMER", { duration: 180, message: "pasta" });
    await ask("CALLBACK", { at_time: "09:00", destination: "1002" });
    assert.equal(
      (await ask("STATUS")).message,
      "You have two timers: pasta, three minutes left, and the one for ten minutes, ten minutes left. And two callbacks: at 9:16 AM, Call mum, and to one zero zero two, tomorrow at 9 AM.",
    );
  });

  it("counts what would be too many to listen to, and gives programs all of them", async () => {
    const { ask } = someone();
    for (let n = 1; n <= 7; n++) await ask("SET_TIMER", { duration: n * 60, message: `number ${n}` });
    const { message, data } = await ask("STATUS");
    assert.match(
      message,
      /^You have seven timers: number 1, one minute left, .*number 4, four minutes left, and three more\.$/,
    );
    assert.equal((data?.tasks as unknown[]).length, 7);
    assert.deepEqual((data?.tasks as object[])[0], {
      task_id: "task-1",
      type: "timer",
      due_at: "2026-11-20T09:16:00.000-05:00",
      message: "number 1",
      destination: "1001",
      remaining_seconds: 60,
    });
  });

  it("rounds what is far away", async () => {
    const { ask } = someone();
    await ask("SET_TIMER", { duration: 5432 });
    assert.match((await ask("STATUS")).message, /, an hour and thirty one minutes left\.$/);
  });

  it("never says that a timer has less than nothing left", async () => {
    const { ask } = someone();
    await ask("SET_TIMER", { duration: 5 });
    const { message, data } = await ask("STATUS", {}, 9);
    assert.match(message, /one second left/);
    assert.equal((data?.tasks as { remaining_seconds: number }[])[0]?.remaining_seconds, 0);
  });

  it("names a long message by its beginning", async () => {
    const { ask } = someone();
    await ask("SET_TIMER", { duration: 60, message: "word ".repeat(90) });
    assert.ok((await ask("STATUS")).message.length < 120);
  });
});

describe("CANCEL", () => {
  async function busy() {
    const one = someone();
    await one.ask("SET_TIMER", { duration: 600 });
    await one.ask("SET_TIMER", { duration: 180, message: "Pasta." });
    await one.ask("CALLBACK", { destination: "1002" });
    return one;
  }
  const left = ({ kept }: FakeTasks) => kept.map(({ taskId }) => taskId);

  it("cancels all, and says how many of what", async () => {
    const { ask, tasks } = await busy();
    const { status, message, data } = await ask("CANCEL");
    assert.deepEqual([status, message], ["SUCCESS", "I have cancelled two timers and one callback."]);
    assert.equal(data?.cancelled, 3);
    assert.deepEqual(left(tasks), []);
  });

  it("cancels one kind", async () => {
    const { ask, tasks } = await busy();
    assert.equal((await ask("CANCEL", { task_type: "timer" })).message, "I have cancelled two timers.");
    assert.deepEqual(left(tasks), ["task-3"]);
    const callback = await ask("CANCEL", { task_type: "callback" });
    assert.equal(callback.message, "I have cancelled your callback to one zero zero two.");
  });

  it("cancels one by its id, and says which", async () => {
    const { ask, tasks } = await busy();
    assert.equal((await ask("CANCEL", { task_id: "task-2" })).message, "I have cancelled your timer: Pasta.");
    assert.equal((await ask("CANCEL", { task_id: "task-1" })).message, "I have cancelled your timer for ten minutes.");
    assert.deepEqual(left(tasks), ["task-3"]);
  });

  it("has FAILED for an id that is not there, or of another kind", async () => {
    const { ask, tasks } = await busy();
    for (const asked of [
      { task_id: "task-9" },
      { task_id: "task-1", task_type: "callback" },
      { task_id: "__proto__" },
    ]) {
      const { status, message } = await ask("CANCEL", asked);
      assert.equal(status, "FAILED");
      assert.match(message, /I cannot find that/);
    }
    assert.equal(tasks.kept.length, 3);
  });

  it("has a sentence for nothing to cancel", async () => {
    const { ask } = someone();
    const { status, message, data } = await ask("CANCEL", { task_type: "timer" });
    assert.deepEqual([status, message, data?.cancelled], ["SUCCESS", "There is no timer to cancel.", 0]);
  });

  it("does not count what came due meanwhile", async () => {
    const { ask, tasks } = await busy();
    tasks.slippery.add("task-1");
    assert.equal((await ask("CANCEL", { task_type: "timer" })).message, "I have cancelled your timer: Pasta.");
  });
});

describe("while the store is away", () => {
  for (const [tool, parameters] of [
    ["SET_TIMER", { duration: 5 }],
    ["CALLBACK", {}],
    ["STATUS", {}],
    ["CANCEL", {}],
  ] as const) {
    it(`${tool} says so`, async () => {
      const { ask, tasks } = someone();
      tasks.failure = new AttendantError("store_unavailable", "no route to mongodb://user:secret@host");
      const { status, message } = await ask(tool, parameters);
      assert.equal(status, "FAILED");
      assert.equal(message, "I cannot access timers and callbacks at the moment. Please try again later.");
    });
  }
});

describe("the phrases of timers and callbacks", () => {
  it("are those that are set, and such a timer is known by them", async () => {
    const phrases = {
      timer_up: ["Die {duration} sind um (endlich)."],
      callback: ["Ihr Rückruf."],
      callback_time: ["Wann?"],
    };
    const { ask } = someone({ phrases });
    assert.equal((await ask("CALLBACK", { at_time: "soon" })).message, "Wann?");
    assert.equal((await ask("CALLBACK", { delay: 900 })).data?.message, "Ihr Rückruf.");
    assert.equal((await ask("SET_TIMER", { duration: 600 })).data?.message, "Die ten minutes sind um (endlich).");
    assert.match(
      (await ask("STATUS")).message,
      /^You have one timer: the one for ten minutes, ten minutes left\. And one/,
    );
    assert.doesNotMatch((await ask("STATUS")).message, /Rückruf/);
  });

  it("need not say for how long the timer was", async () => {
    const { ask } = someone({ phrases: { timer_up: ["Die Zeit ist um."] } });
    await ask("SET_TIMER", { duration: 600 });
    assert.equal((await ask("STATUS")).message, "You have one timer: ten minutes left.");
  });
});

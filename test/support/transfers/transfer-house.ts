import assert from "node:assert/strict";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { TestContext } from "node:test";
import { FRAME_SAMPLES, SAMPLE_RATE } from "../../../src/audio/pcm.js";
import { recognise } from "../backends/recognise.js";
import { says } from "../backends/says.js";
import { ChannelLog, type SeenChannel } from "../bed/channel-log.js";
import { nothingLeftIn } from "../bed/left-in-asterisk.js";
import { TEST_LINES } from "../bed/pbx.js";
import type { TelephoneCall } from "../bed/telephone-call.js";
import { longestSilence, voicedStretches } from "../bed/voiced.js";
import { whereSaid } from "../bed/where-said.js";
import { Controller, type LogLine } from "../controller.js";
import type { StoreKind, StorePlace } from "../lives.js";
import { RestClient } from "../rest-client.js";
import type { World } from "../world.js";

/** A telephone that is a mailbox: the test greets and beeps on it. */
export const MAILBOX = "1000";

const DIRECTORY = `
assistants: {}
directory:
  - {name: Anna Meyer, department: Sales, number: "${TEST_LINES.person}"}
  - {name: Barbara Busy, number: "${TEST_LINES.busy}"}
  - {name: Nora Night, number: "${TEST_LINES.neverAnswers}", ring_seconds: 5}
  - {name: Ed Echo, number: "${TEST_LINES.echo}"}
  - {name: Max Mailbox, number: "${MAILBOX}"}
  - {name: Queue, continue: ext-queues/400}
  - {name: Nowhere, continue: ext-queues/999}
`;
/** Whom the scripted model puts a caller through to, by what it is asked. */
const ASKS = {
  "what is the weather": "Anna Maier",
  "tell me a joke": "Barbara Busy",
  "what time is it": "Nora Night",
  "set a timer for ten minutes": "Ed Echo",
  "i do not know": "Max Mailbox",
  "no thank you": "queue",
  "yes please": "nowhere",
} as const;
export type Words = keyof typeof ASKS;

/** Maximum silence of anyone who waits, in ms. */
export const SILENCE_MS = 2_000;
/** Key by which a callee chooses to be put through. */
const TALK_TO_US = "3";

type People = ReturnType<World["telephone"]["answerCallsTo"]>;

/** A caller who asked for someone, or a callee who chose to, and where in the call that was. */
export interface Asking {
  readonly caller: TelephoneCall;
  readonly callId: string;
  readonly saidAt: number;
}

/** A house with a directory, whose controllers die and are started again. */
export class TransferHouse implements AsyncDisposable {
  readonly world: World;
  controller: Controller;
  readonly #place: StorePlace;
  /** Of the assistant's own Asterisk, if it has one. */
  readonly #own: ChannelLog | undefined;
  /** Of the PBX. */
  readonly #channels: ChannelLog;
  readonly #number: string;
  readonly #calls: TelephoneCall[] = [];

  private constructor(
    world: World,
    controller: Controller,
    place: StorePlace,
    [own, channels]: readonly [ChannelLog | undefined, ChannelLog],
    number: string,
  ) {
    [this.world, this.controller, this.#place, this.#number] = [world, controller, place, number];
    [this.#own, this.#channels] = [own, channels];
  }

  /** @param number the assistant's, as the telephone dials it */
  static async open(world: World, number: string, store: StoreKind): Promise<TransferHouse> {
    const place = await store.open();
    await writeFile(join(place.settings.DATA_DIR ?? "", "assistants.yaml"), DIRECTORY);
    for (const [words, name] of Object.entries(ASKS)) {
      // The recogniser of the bed understands the beginning of each best.
      const said = new RegExp(words.split(" ").slice(0, 3).join(" "));
      world.model.when(said).callTool("TRANSFER", { name, reason: "an open invoice" });
    }
    for (const step of ["1,Answer", "2,Playtones,440/3000", "3,Wait,30"]) {
      await world.bed.assistantAsterisk.cli(`dialplan add extension 400,${step} into ext-queues`);
    }
    const { assistantAsterisk, pbx } = world.bed;
    const own = assistantAsterisk === pbx.instance ? undefined : await ChannelLog.watch(assistantAsterisk.ari);
    const logs = [own, await ChannelLog.watch(pbx.ari)] as const;
    return new TransferHouse(world, await startController(world, place), place, logs, number);
  }

  /** Kills the controller and starts the next one. */
  async restarts(): Promise<void> {
    await this.controller.stop("SIGKILL");
    this.controller = await startController(this.world, this.#place);
  }

  /** Everybody hangs up, and nothing is left of it. */
  async hangsUp(): Promise<void> {
    await Promise.all(this.#calls.splice(0).map((call) => call.hangUp().catch(() => {})));
    await nothingLeftIn(this.world.bed.assistantAsterisk.ari, 8_000, (name) => !/loopback/.test(name));
  }

  /** A caller says that; resolves when they are about to be put through. */
  async asks(words: Words, callerId: string): Promise<Asking> {
    const from = this.controller.lines.length;
    const caller = this.#keep(await this.world.telephone.dial(this.#number, { callerId }));
    const isTheirs = ({ data }: LogLine) => data?.caller === callerId;
    const { data: start } = await this.controller.logged("call_start", isTheirs, { from });
    const callId = String(start?.call_id);
    await caller.hearsSilence({ forMs: 1_000, after: await caller.hears() });
    const { to } = await caller.say(await says(words));
    const { data } = await this.logged({ callId }, "tool_call");
    assert.equal(data?.status, "SUCCESS", JSON.stringify(data));
    return { caller, callId, saidAt: to };
  }

  /** As {@link asks}; resolves when they have heard to whom they are put through. */
  async isPutThrough(words: Words, callerId: string): Promise<Asking> {
    const asking = await this.asks(words, callerId);
    await this.logged(asking, "transfer");
    return asking;
  }

  /** Someone is called, and chooses to be put through there; resolves when that begins. */
  async chooses(transfer: string): Promise<Asking> {
    const callees = this.world.telephone.answerCallsTo(TEST_LINES.anotherPerson);
    const { status, body } = await this.rest.placeCall({
      extension: TEST_LINES.anotherPerson,
      message: "Your order is ready.",
      choice: {
        prompt: "Press three to talk to us.",
        options: [{ value: "no" }, { value: "talk", dtmf: TALK_TO_US, transfer }],
      },
    });
    assert.equal(status, 200, JSON.stringify(body));
    const caller = await this.taken(callees);
    callees.close();
    await caller.hearsSilence({ forMs: 1_500, after: await caller.hears() });
    const saidAt = caller.length;
    await caller.press(TALK_TO_US);
    const callId = String(body.call_id);
    await this.logged({ callId }, "transfer");
    return { caller, saidAt, callId };
  }

  /** The first line of that event that the controller which lives logs of a call, past or to come. */
  logged({ callId }: Pick<Asking, "callId">, event: string): Promise<LogLine> {
    return this.controller.logged(event, ({ data }) => data?.call_id === callId);
  }

  async taken(people: People): Promise<TelephoneCall> {
    const { value: call } = await people.next();
    assert.ok(call);
    return this.#keep(call);
  }

  /** The colleague takes the telephone and hears the briefing to its end. */
  async isBriefed(people: People): Promise<TelephoneCall> {
    const colleague = await this.taken(people);
    await colleague.hearsSilence({ forMs: 1_000, after: await colleague.hears() });
    return colleague;
  }

  /** What the assistant has said in a call, turn by turn. */
  async saidIn(callId: string): Promise<readonly string[]> {
    const { body } = await this.rest.ask("GET", `/call/${callId}/transcript`);
    const entries = body.entries as readonly { readonly who: string; readonly text: string }[];
    return entries.filter(({ who }) => who === "assistant").map(({ text }) => text);
  }

  /** How often the assistant has rung a telephone so far, from its own Asterisk or in the PBX's dialplan. */
  rings(number: string): number {
    const isRing = ({ name, dialled }: SeenChannel) => dialled === number && name.endsWith(";2");
    return (this.#own?.placed(number).length ?? 0) + this.#channels.channels.filter(isRing).length;
  }

  get rest(): RestClient {
    return new RestClient(() => this.controller.url);
  }

  /** The record of the caller's latest call. */
  async recordOf(callerId: string): Promise<Record<string, unknown>> {
    const all = (await this.rest.calls()) as unknown as Record<string, unknown>[];
    const { call_id: callId } = all.find(({ caller }) => caller === callerId) ?? assert.fail("no such call");
    return (await this.rest.call(String(callId))) as unknown as Record<string, unknown>;
  }

  #keep(call: TelephoneCall): TelephoneCall {
    this.#calls.push(call);
    return call;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.controller[Symbol.asyncDispose](); // The world knows only those that it has started.
    await this.#own?.[Symbol.asyncDispose]();
    await this.#channels[Symbol.asyncDispose]();
    await this.world[Symbol.asyncDispose]();
    await this.#place[Symbol.asyncDispose]();
  }
}

async function startController(world: World, place: StorePlace): Promise<Controller> {
  const started = await Controller.start({ ...world.settings, ...place.settings, FILLER_AFTER_MS: "1200" });
  await started.healthy(30_000);
  await started.logged("phrases_ready");
  return started;
}

/** Two people hear each other. */
export async function talkTogether(one: TelephoneCall, other: TelephoneCall): Promise<void> {
  for (const [who, hears] of [
    [one, other],
    [other, one],
  ] as const) {
    const begin = hears.length;
    await who.say(await says("what is the weather"));
    // The end of something else may be heard first: it is over when the sentence was heard.
    for (let after = begin; ;) {
      after = (await hears.hearsSilence({ forMs: 500, after })) + FRAME_SAMPLES;
      if (await whereSaid(hears.recording().assistant.subarray(begin), "what is the weather")) break;
    }
  }
}

/** The longest silence that somebody has heard since then, in ms. */
export function silenceOf(call: TelephoneCall, from: number): number {
  const { assistant } = call.recording();
  return longestSilence(assistant, from, assistant.length);
}

/** Asserts that someone who waited has heard no longer silence since then than they may. */
export function assertNoSilence(t: TestContext, call: TelephoneCall, from: number, who: string): void {
  const silence = silenceOf(call, from);
  t.diagnostic(`longest silence of the ${who}: ${silence.toFixed(0)} ms`);
  assert.ok(silence <= SILENCE_MS, `${who}: ${silence} ms; heard, in s since then: ${heardSince(call, from)}`);
}

function heardSince(call: TelephoneCall, from: number): string {
  const seconds = (position: number) => ((position - from) / SAMPLE_RATE).toFixed(1);
  const heard = voicedStretches(call.recording().assistant, { after: from, minMs: 20, pauseMs: 500 });
  return [...heard.map((each) => `${seconds(each.from)}–${seconds(each.to)}`), `to ${seconds(call.length)}`].join(", ");
}

/** What somebody has heard since then, as far as it is understood. */
export function heardBy(call: TelephoneCall, from = 0): Promise<string> {
  return recognise(call.recording().assistant.subarray(from));
}

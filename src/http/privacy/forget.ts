import type { ForgetNumber } from "../../calls/forget-number.js";
import type { JsonSchema } from "../../validation/validator.js";
import { type Endpoint, jsonAnswer, type Tag } from "../kit/endpoint.js";
import { answer, flag, request, text, whole } from "../kit/schema.js";

const PRIVACY: Tag = { name: "Privacy", description: "What is kept of people, and how it goes." };

/** The body of `POST /forget`, defaults filled in. */
interface ForgetBody {
  readonly number: string;
  readonly dry_run: boolean;
}

const forgetRequest: JsonSchema = request(
  {
    number: text("The telephone number as the PBX shows it. Blanks and punctuation in it do not count.", {
      minLength: 1,
      maxLength: 100,
      pattern: "^[^\\u0000-\\u001F]*[0-9A-Za-z][^\\u0000-\\u001F]*$",
      "x-expected": "a number or a name, with a digit or a letter in it",
    }),
    dry_run: flag("Whether it is only counted.", { default: false }),
  },
  ["number"],
  { examples: [{ number: "+4930123456", dry_run: true }] },
);

const many = (description: string) => whole(description, { minimum: 0 });

const forgotten: JsonSchema = answer({
  dry_run: flag("Whether it was only counted."),
  calls: many("Calls to or from the number."),
  transcripts: many("Of these calls, those with a transcript."),
  deliveries: many("Their webhooks, and those of missed runs of these schedules, sent or not."),
  schedules: many("Schedules, timers and callbacks to the number, set from it, or set in one of its calls."),
  live_calls: many("Calls to or from the number that are not over: nothing of these was touched."),
  message: text("The same in a sentence."),
});

export const PRIVACY_SCHEMAS: Readonly<Record<string, JsonSchema>> = {
  ForgetRequest: forgetRequest,
  Forgotten: forgotten,
};

export interface PrivacyEndpointsNeeds {
  readonly forgetNumber: ForgetNumber;
}

/** `/forget`: remove what is kept of somebody. The number is in the body, for addresses end up in the logs of proxies. */
export function privacyEndpoints({ forgetNumber }: PrivacyEndpointsNeeds): Endpoint[] {
  const forget: Endpoint<ForgetBody> = {
    id: "forgetNumber",
    method: "post",
    path: "/forget",
    scopes: ["transcripts", "call", "schedule"],
    tag: PRIVACY,
    summary: "Remove what is kept of a telephone number",
    description:
      "Calls to and from it go, with their transcripts and webhooks, those that were not sent yet included; so do schedules, " +
      "timers and callbacks. Calls that are going on are left alone and counted: ask again when they are over.",
    body: { schema: forgetRequest, required: true },
    answer: { description: "How much there was.", schema: forgotten },
    problems: ["store_unavailable"],
    async handle({ body: { number, dry_run: dryRun } }) {
      const { calls, transcripts, deliveries, schedules, liveCalls } = await forgetNumber(number, { dryRun });
      const [verb, again] = dryRun ? ["There are", ""] : ["Removed", " Ask again when they are over."];
      const live = liveCalls > 0 ? ` Calls that are not over were left: ${liveCalls}.${again}` : "";
      const message = `${verb} calls: ${calls}, transcripts: ${transcripts}, webhooks: ${deliveries}, schedules: ${schedules}.${live}`;
      return jsonAnswer({
        dry_run: dryRun,
        calls,
        transcripts,
        deliveries,
        schedules,
        live_calls: liveCalls,
        message,
      });
    },
  };
  return [forget];
}

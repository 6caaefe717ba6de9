import type { ForgetNumber } from "../../calls/record/forget-number.js";
import type { JsonSchema } from "../../validation/validator.js";
import { type Endpoint, jsonAnswer, type Tag } from "../kit/endpoint.js";
import { answer, flag, request, text, whole } from "../kit/schema.js";

const PRIVACY: Tag = { name: "Privacy", description: "Personal data, and its removal." };

/** The body of `POST /forget`, with defaults applied. */
interface ForgetBody {
  readonly number: string;
  readonly dry_run: boolean;
}

const forgetRequest: JsonSchema = request(
  {
    number: text("The telephone number as the PBX shows it. Blanks and punctuation are ignored.", {
      minLength: 1,
      maxLength: 100,
      pattern: "^[^\\u0000-\\u001F]*[0-9A-Za-z][^\\u0000-\\u001F]*$",
      "x-expected": "a number or a name, with a digit or a letter in it",
    }),
    dry_run: flag("Only count what would be removed.", { default: false }),
  },
  ["number"],
  { examples: [{ number: "+4930123456", dry_run: true }] },
);

const many = (description: string) => whole(description, { minimum: 0 });

const forgotten: JsonSchema = answer({
  dry_run: flag("Whether the entries were only counted."),
  calls: many("Calls to or from the number."),
  transcripts: many("The transcripts of these calls."),
  deliveries: many("The webhooks of these calls and of missed runs of these schedules, sent or not."),
  schedules: many("Schedules, timers and callbacks to the number, set from it, or set in one of its calls."),
  live_calls: many("Unfinished calls to or from the number; none of their data was removed."),
  message: text("The same as a sentence."),
});

export const PRIVACY_SCHEMAS: Readonly<Record<string, JsonSchema>> = {
  ForgetRequest: forgetRequest,
  Forgotten: forgotten,
};

export interface PrivacyEndpointsNeeds {
  readonly forgetNumber: ForgetNumber;
}

/** `/forget`: removes personal data. The number is in the body, because addresses end up in the logs of proxies. */
export function privacyEndpoints({ forgetNumber }: PrivacyEndpointsNeeds): Endpoint[] {
  const forget: Endpoint<ForgetBody> = {
    id: "forgetNumber",
    method: "post",
    path: "/forget",
    scopes: ["transcripts", "call", "schedule"],
    tag: PRIVACY,
    summary: "Remove the data of a telephone number",
    description:
      "Removes calls to and from the number with their transcripts and webhooks, including unsent ones, and " +
      "its schedules, timers and callbacks, and the number from the alerts that it acknowledged. Unfinished calls are left alone and counted: repeat the request " +
      "when they have ended.",
    body: { schema: forgetRequest, required: true },
    answer: { description: "How many entries were removed or counted.", schema: forgotten },
    problems: ["store_unavailable"],
    async handle({ body: { number, dry_run: dryRun } }) {
      const { calls, transcripts, deliveries, schedules, liveCalls } = await forgetNumber(number, { dryRun });
      const [verb, again] = dryRun ? ["There are", ""] : ["Removed", " Repeat the request when they have ended."];
      const live = liveCalls > 0 ? ` Unfinished calls were left alone: ${liveCalls}.${again}` : "";
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

import { type AlertDesk, type AlertDeskNeeds, type ChainCalls, createAlertDesk } from "../alerts/alert-desk.js";
import { MAX_TEXT, NO_DATA, oneLine, RULE_ERROR } from "../alerts/alert-text.js";
import type { ChainDefinition } from "../alerts/route.js";
import type { CallControl } from "../calls/call-control.js";
import type { DialPolicy } from "../calls/rights/dial-policy.js";
import type { Occasion } from "../config/phrase-categories.js";
import type { OpenAlert } from "../records/alert-board.js";
import { USUAL_PLAN } from "../records/chain.js";
import type { Chain } from "../records/schedule.js";
import type { Chains } from "../scheduling/chains.js";
import type { Wording } from "../toolbox/wording.js";
import { createSystemResolve } from "../webhooks/resolve.js";
import { createSender } from "../webhooks/send.js";
import type { ServedAssistants } from "./assistants.js";

export interface AlertingNeeds extends Pick<AlertDeskNeeds, "store" | "log" | "metrics" | "scope" | "now"> {
  readonly chains: Chains;
  readonly calls: Pick<CallControl, "find">;
  readonly policy: Pick<DialPolicy, "clientMayDial">;
  readonly served: ServedAssistants;
  readonly wording: Wording;
  /** The language of calls that have none of their own. */
  readonly language: string;
  readonly checkMs: number;
  readonly userAgent: string;
}

const SILENCE_MS = 5_000;

/** Connects the alerts with the chains of calls and with the file that routes them. */
export function createAlerting(needs: AlertingNeeds): AlertDesk {
  const { served, wording, scope, userAgent } = needs;
  // The administrator names the Alertmanager in a file, usually on a private network. It waits for no receiver of webhooks.
  const send = createSender({ resolve: createSystemResolve(), timeoutMs: SILENCE_MS, allowPrivate: true });
  const languageOf = ({ language, assistant = "" }: ChainDefinition) =>
    language ?? served.assistants.find(assistant)?.resources.language ?? needs.language;
  return createAlertDesk({
    ...needs,
    routes: () => served.file.definitions.alerts,
    chains: chainCalls(needs),
    wordsFor: (tells, alerts, chain) => {
      const language = languageOf(chain);
      const values = { count: String(alerts.length), alert: toldOf(alerts[0], wording, language) };
      return wording.for(OCCASIONS[tells][alerts.length === 1 ? "one" : "many"], language, values);
    },
    async sendSilence(url, silence) {
      const headers = { "content-type": "application/json", "user-agent": userAgent };
      return (await send(url, headers, JSON.stringify(silence), scope.signal)).status;
    },
  });
}

const OCCASIONS = {
  firing: { one: "alert_firing", many: "alerts_firing" },
  resolved: { one: "alert_resolved", many: "alerts_resolved" },
} as const satisfies Record<string, Record<string, Occasion>>;

/** What Grafana calls alerts about its own rules; their text is the name of the rule. */
const ABOUT_RULES = new Map<string, Occasion>([
  [NO_DATA, "alert_no_data"],
  [RULE_ERROR, "alert_error"],
]);

function toldOf(alert: OpenAlert | undefined, wording: Wording, language: string): string {
  const { name = "", text = "" } = alert ?? {};
  const occasion = ABOUT_RULES.get(name);
  return occasion ? oneLine(wording.for(occasion, language, { alert: text }), MAX_TEXT) : text;
}

function chainCalls({ chains, calls, policy, log }: AlertingNeeds): ChainCalls {
  /** The numbers that may be dialled: one that may not be must not keep the others from being called. */
  function permitted(chain: string, extensions: readonly string[]): readonly string[] {
    const denied = extensions.filter((number) => !policy.clientMayDial(number, undefined));
    if (denied.length === 0 || denied.length === extensions.length) return extensions;
    log.error("alert_call_out_failed", "Numbers of a chain may not be dialled and are left out", { chain, denied });
    return extensions.filter((number) => !denied.includes(number));
  }

  return {
    async start(
      { chainId, chain, extensions, message, tells },
      { rounds, pauseMs, ringTimeoutMs, atOnce, assistant, language },
    ) {
      const isFiring = tells === "firing";
      const plan = {
        ...USUAL_PLAN,
        ...{ extensions: permitted(chain, extensions), pauseMs, atOnce },
        until: isFiring ? ("acknowledged" as const) : ("answered" as const),
        ...(isFiring && { rounds }),
      };
      const by = { ...(assistant !== undefined && { assistant }), ...(language !== undefined && { language }) };
      await chains.start({ chainId, plan, message, callbackUrl: null, ringTimeoutMs, tellsAlerts: true, ...by });
    },
    async find(chainId) {
      const chain = await chains.find(chainId);
      return chain && { isOver: chain.progress.status !== "in_progress", acknowledgedBy: reachedIn(chain) };
    },
    async cancel(chainId, why) {
      const steps = (await chains.find(chainId))?.progress.steps ?? [];
      const underWay = steps.filter(({ outcome }) => outcome === null).map(({ callId }) => calls.find(callId));
      // A person who is being told now is not cut off, and no one is called after them, whatever they answer.
      const isTelling = (await Promise.all(underWay)).some((call) => call?.status === "in_progress");
      if (isTelling) return chains.windDown(chainId, why);
      await chains.cancel(chainId, why);
    },
  };
}

function reachedIn({ progress: { steps } }: Chain): string | null {
  return steps.find(({ outcome }) => outcome === "reached")?.extension ?? null;
}

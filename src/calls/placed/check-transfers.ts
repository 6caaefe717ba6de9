import type { Switchboard } from "../../conversation/transfer/switchboard.js";
import { mayNotBeDialled } from "../../kernel/errors.js";
import type { Choice } from "../../records/call-script.js";
import type { Assistants } from "../assistant/assistant.js";
import type { DialPolicy } from "../rights/dial-policy.js";
import type { DoNotCall } from "../rights/do-not-call.js";
import type { CallTarget } from "./place-call.js";

type Target = Pick<CallTarget, "assistant" | "client">;

export interface CheckTransfersNeeds {
  readonly policy: Pick<DialPolicy, "check">;
  readonly assistants?: Assistants | undefined;
  readonly usualSwitchboard?: (() => Switchboard) | undefined;
  readonly doNotCall?: Pick<DoNotCall, "check"> | undefined;
}

/** Checks to whom the options of a question put a callee through. */
export interface TransferChecks {
  /** Returns why a call of this assistant cannot be put through there, as the end of a sentence; undefined if it can. */
  transferFault(destination: string, assistant: string | undefined): string | undefined;
  /** Checks all destinations of a question against the client's permission to dial. @throws {AttendantError} `destination_not_allowed` */
  checkTransfers(choice: Choice | null, target: Target): Promise<void>;
}

export function createTransferChecks(needs: CheckTransfersNeeds): TransferChecks {
  const { assistants, usualSwitchboard, policy, doNotCall } = needs;
  const switchboardFor = (id: string | undefined) => {
    const assistant = id === undefined ? undefined : assistants?.find(id);
    return assistant ? assistant.switchboard : usualSwitchboard?.();
  };

  return {
    transferFault(destination, assistant) {
      const switchboard = switchboardFor(assistant);
      if (switchboard?.destination(destination)) return undefined;
      const count = switchboard?.directory.named(destination).length ?? 0;
      return count > 1
        ? `is the name of ${count} entries of the directory; add the department, or give a number`
        : "must be a name of the directory of the call's assistant, or a number";
    },
    async checkTransfers(choice, { assistant, client }) {
      const switchboard = switchboardFor(assistant);
      for (const { transfer } of choice?.options ?? []) {
        const entry = transfer === undefined ? undefined : switchboard?.destination(transfer);
        if (entry?.place && switchboard?.isDenied(entry.place.extension)) throw mayNotBeDialled(entry.place.extension);
        if (entry?.number !== undefined) await checkNumber(entry.number, entry.name !== "", client);
      }
    },
  };

  /** Checks a number. Those of the directory are reached by everyone who calls. */
  async function checkNumber(number: string, isListed: boolean, client: string | undefined): Promise<void> {
    policy.check(number, { client });
    if (!isListed) await doNotCall?.check(number);
  }
}

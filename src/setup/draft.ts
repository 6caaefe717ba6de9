import type { AriAudience } from "./ari-access.js";
import type { Way } from "./facts.js";
import type { Bytes, FileChange, Ownership } from "./file-state.js";
import type { Snippet } from "./snippet.js";

/** What was answered, by a person or by the command line. */
export interface SetupAnswers {
  readonly way: Way;
  /** The number that telephones dial. */
  readonly number: string;
  /** On an Asterisk without FreePBX: the context of its telephones. */
  readonly context?: string | undefined;
  /** On an Asterisk that others may use by ARI: what somebody said of that. */
  readonly ariAudience?: AriAudience | undefined;
  /** Settings of the back ends that were found or named. */
  readonly backEnds: Readonly<Record<string, string>>;
  /** The extension beside a PBX. */
  readonly sip?: { readonly user: string; readonly domain: string; readonly password: string } | undefined;
  /** The address of this machine by which the PBX reaches it. */
  readonly ownAddress?: string | undefined;
}

/** What a plan asks of the project's other programs. */
export interface PlanTools {
  readonly snippet: Snippet;
  newSecret(): string;
  /** `asterisk-config/render`: the files of an Asterisk of our own, by their names. */
  render(settings: Readonly<Record<string, string>>): ReadonlyMap<string, Bytes>;
  /** `scripts/make-secrets`: the files of `secrets`, from those that there are, by their names. */
  makeSecrets(sipPassword: string, profiles: string): ReadonlyMap<string, Bytes>;
}

/** What each way is planned into. */
export interface Draft {
  readonly faults: string[];
  readonly notes: string[];
  /** Settings for `.env`. */
  readonly env: Record<string, string>;
  folder(path: string, ownership: Ownership, isOurs?: boolean): void;
  /** A file that is to be written: its bytes, and whom it belongs to if it is new. */
  write(path: string, bytes: Bytes, ownership: Ownership, shown?: FileChange["shown"]): void;
}

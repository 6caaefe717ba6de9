import type { AriAudience } from "./ari-access.js";
import type { Way } from "./facts.js";
import type { Bytes, FileChange, Ownership } from "./file-state.js";
import type { Snippet } from "./snippet.js";

/** Answers of a person or the command line. */
export interface SetupAnswers {
  readonly way: Way;
  /** The number that telephones dial. */
  readonly number: string;
  /** Context of the telephones, on an Asterisk without FreePBX. */
  readonly context?: string | undefined;
  /** Who may use ARI, on an Asterisk where other programs do. */
  readonly ariAudience?: AriAudience | undefined;
  /** Settings of the back ends that were found or named. */
  readonly backEnds: Readonly<Record<string, string>>;
  /** The extension on a PBX. */
  readonly sip?: { readonly user: string; readonly domain: string; readonly password: string } | undefined;
  /** The address of this machine by which the PBX reaches it. */
  readonly ownAddress?: string | undefined;
}

/** Other programs of the project that a plan needs. */
export interface PlanTools {
  readonly snippet: Snippet;
  newSecret(): string;
  /** `asterisk-config/render`: the files of a separate Asterisk, by name. */
  render(settings: Readonly<Record<string, string>>): ReadonlyMap<string, Bytes>;
  /** `scripts/make-secrets`: the files of `secrets`, given the existing ones, by name. */
  makeSecrets(sipPassword: string, profiles: string): ReadonlyMap<string, Bytes>;
}

/** A plan in progress. */
export interface Draft {
  readonly faults: string[];
  readonly notes: string[];
  /** Settings for `.env`. */
  readonly env: Record<string, string>;
  folder(path: string, ownership: Ownership, isOurs?: boolean): void;
  /** Adds a file to write: its bytes, and its owner if it is new. */
  write(path: string, bytes: Bytes, ownership: Ownership, shown?: FileChange["shown"]): void;
}

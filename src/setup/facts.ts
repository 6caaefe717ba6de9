import type { AsteriskConfig } from "./asterisk-config.js";
import type { FileState, Ownership } from "./file-state.js";
import type { Answers } from "./journal.js";
import type { BackEndServer } from "./back-end-servers.js";

/** How the assistant comes to its calls. */
export const WAYS = ["freepbx", "asterisk", "extension", "compose"] as const;
export type Way = (typeof WAYS)[number];

/** The Asterisk that was found on this machine. */
export interface FoundAsterisk {
  /** As `asterisk -V` tells it, without the name: `22.10.1~dfsg-1`. */
  readonly version: string;
  readonly isRunning: boolean;
}

/** The configuration of the Asterisk that is there, as it puts it together, without what this program has added. */
export interface FoundConfig {
  /** As Asterisk sees it, such as `/etc/asterisk`. */
  readonly folder: string;
  /** As it is seen from here: the same, unless Asterisk lives in a root of its own. */
  readonly outside: string;
  /** Whom files there belong to that Asterisk is to read. */
  readonly ownership: Ownership;
  readonly extensions: AsteriskConfig | undefined;
  readonly http: AsteriskConfig | undefined;
  readonly ari: AsteriskConfig | undefined;
  readonly pjsip: AsteriskConfig | undefined;
}

/** Free ports, of those that would be used the first from their usual number on. */
export interface FreePorts {
  /** Of the REST interface, from 8080. */
  readonly rest: number;
  /** Of Asterisk's HTTP server where it has none yet, from 8088. */
  readonly http: number;
  /** Of an Asterisk of our own: HTTP from 8188, the manager from 5138, SIP (UDP) from 5160. */
  readonly ownHttp: number;
  readonly ownManager: number;
  readonly ownSip: number;
}

/** Everything that a plan is made from. Nothing in it changes; a plan asks nobody. */
export interface Facts {
  /** The program's folder. */
  readonly project: string;
  /** Where `.env`, `secrets` and `data` are. */
  readonly folder: string;
  readonly isFreePbx: boolean;
  readonly hasDocker: boolean;
  readonly hasSystemd: boolean;
  readonly isRoot: boolean;
  /** Node.js, as the service is started with it. */
  readonly node: string;
  readonly asterisk: FoundAsterisk | undefined;
  readonly config: FoundConfig | undefined;
  readonly servers: readonly BackEndServer[];
  readonly ports: FreePorts;
  readonly timeZone: string;
  /** Whom files in `folder` belong to. */
  readonly owner: Ownership;
  /** What `.env` says now. */
  readonly env: Readonly<Record<string, string>>;
  /** Settings that the environment has. */
  readonly given: Readonly<Record<string, string>>;
  /** What was answered the last time; undefined when this is the first. */
  readonly previous: Answers | undefined;
  /** A file by its path, links followed; undefined when it is not there. */
  file(path: string): FileState | undefined;
  /** Whether the set-up of this folder has written a file, links followed. */
  isWritten(path: string): boolean;
}

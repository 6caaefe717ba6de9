import type { AsteriskConfig } from "./asterisk-config.js";
import type { FileState, Ownership } from "./file-state.js";
import type { Answers } from "./journal.js";
import type { BackEndServer } from "./back-end-servers.js";

/** How calls reach the assistant. */
export const WAYS = ["freepbx", "asterisk", "extension", "own-asterisk", "compose"] as const;
export type Way = (typeof WAYS)[number];

/** The Asterisk that was found on this machine. */
export interface FoundAsterisk {
  /** From `asterisk -V`, without the name: `22.10.1~dfsg-1`. */
  readonly version: string;
  readonly isRunning: boolean;
}

/** Configuration of the existing Asterisk with its includes, without what this program has added. */
export interface FoundConfig {
  /** As Asterisk sees it, such as `/etc/asterisk`. */
  readonly folder: string;
  /** As seen from here: the same, unless Asterisk has its own root file system. */
  readonly outside: string;
  /** Owner of new files that Asterisk has to read. */
  readonly ownership: Ownership;
  readonly extensions: AsteriskConfig | undefined;
  readonly http: AsteriskConfig | undefined;
  readonly ari: AsteriskConfig | undefined;
  /** The files that configure telephones. */
  readonly telephones: readonly AsteriskConfig[];
}

/** Free ports, each the first one from its usual number on. */
export interface FreePorts {
  /** REST interface, from 8080. */
  readonly rest: number;
  /** Asterisk's HTTP server if it has none yet, from 8088. */
  readonly http: number;
  /** A separate Asterisk: HTTP from 8188, AMI from 5138, SIP (UDP) from 5160. */
  readonly ownHttp: number;
  readonly ownManager: number;
  readonly ownSip: number;
}

/** All inputs of a plan, besides answers. Immutable. */
export interface Facts {
  /** Folder of the project. */
  readonly project: string;
  /** Folder of `.env`, `secrets` and `data`. */
  readonly folder: string;
  readonly isFreePbx: boolean;
  /** Version of Docker Compose, such as `v2.24.5`; undefined without Docker, empty when it does not say. */
  readonly composeVersion: string | undefined;
  readonly hasSystemd: boolean;
  readonly isRoot: boolean;
  /** Path of the Node.js that starts the service. */
  readonly node: string;
  /** For `own-asterisk` the bundled one; undefined before it is installed. */
  readonly asterisk: FoundAsterisk | undefined;
  /** Root file system of that Asterisk; empty for this machine's own. */
  readonly asteriskRoot: string;
  readonly config: FoundConfig | undefined;
  readonly servers: readonly BackEndServer[];
  readonly ports: FreePorts;
  readonly timeZone: string;
  /** Owner of files in `folder`. */
  readonly owner: Ownership;
  /** Present values in `.env`. */
  readonly env: Readonly<Record<string, string>>;
  /** Settings in the environment. */
  readonly given: Readonly<Record<string, string>>;
  /** Answers of the last run, if any. */
  readonly previous: Answers | undefined;
  /** Returns a file by its path, following links; undefined when it does not exist. */
  file(path: string): FileState | undefined;
  /** Returns whether this folder's setup has written a file, following links. */
  isWritten(path: string): boolean;
}

import { execFile } from "node:child_process";
import { appendFile, readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { promisify } from "node:util";
import { type AriAccess, AsteriskInstance } from "./asterisk-instance.js";
import { pbxConfiguration } from "./pbx-configuration.js";
import { freePort, rtpRange } from "./ports.js";
import { awkwardSecret, secret } from "./secrets.js";

/** The extension that the assistant registers as. */
export const ASSISTANT_EXTENSION = "8000";
/** What asterisk-config/sounds/attendant-away.ulaw says to whoever has lost the assistant. */
export const AWAY_APOLOGY =
  "Sorry, the assistant has stopped for the moment. Please call again a little later. Goodbye.";
/** Extensions that a person can register a softphone as. */
export const SOFTPHONE_EXTENSIONS = ["2001", "2002"] as const;

/** Numbers of the PBX that stand for somebody on the telephone. */
export const TEST_LINES = {
  /** Answered by whoever serves the ARI application `lines`, else by the tester's telephone. */
  person: "1001",
  /** A second one like it. */
  anotherPerson: "1011",
  busy: "1002",
  neverAnswers: "1003",
  rejects: "1004",
  /** Answers and hangs up after two seconds. */
  hangsUp: "1005",
  /** Answers and says nothing. */
  silent: "1006",
  echo: "1009",
  unknown: "1999",
} as const;

/** The Asterisk that plays the customer's PBX. */
export interface Pbx extends AsyncDisposable {
  readonly instance: AsteriskInstance;
  /** Its ARI, for the tester's telephone (application `telephone`). */
  readonly ari: AriAccess;
  readonly sipPort: number;
  /** Of SIP over TLS, where there is any. */
  readonly tlsPort: number | undefined;
  /** Extension → SIP password, generated for this bed. */
  readonly passwords: ReadonlyMap<string, string>;
}

export interface PbxOptions {
  /** An address of this machine at which softphones can register besides; without it everything stays on 127.0.0.1. */
  readonly openAddress?: string | undefined;
  /** Extensions that register there instead of at 127.0.0.1; default: those of the softphones. */
  readonly openExtensions?: readonly string[] | undefined;
  /** Its SIP port; a free one unless given. */
  readonly sipPort?: number | undefined;
  /** SIP over TLS besides, with a certificate that nobody trusts; calls with the extensions encrypted or not. */
  readonly tls?: { readonly srtp: boolean } | undefined;
  /** Changes its configuration, by the names of the files. */
  readonly change?: (files: Map<string, string>, passwords: ReadonlyMap<string, string>) => void;
  readonly signal?: AbortSignal | undefined;
}

/** Starts a PBX on free ports. */
export async function startPbx(root: string, options: PbxOptions = {}): Promise<Pbx> {
  const httpPort = await freePort();
  const sipPort = options.sipPort ?? (await freePort());
  const tlsPort = options.tls && (await freePort());
  const passwords = new Map<string, string>([[ASSISTANT_EXTENSION, awkwardSecret()]]);
  for (const extension of SOFTPHONE_EXTENSIONS) passwords.set(extension, secret());
  const ari = { url: `http://127.0.0.1:${httpPort}`, user: "tester", password: secret() };
  const instance = await AsteriskInstance.start(
    {
      name: "pbx",
      root,
      ari,
      configure: async (folder) => {
        if (tlsPort) await makeCertificate(path.join(folder.outside, "etc/pbx.pem"));
        const files = await pbxConfiguration({
          folder: folder.inside,
          httpPort,
          sipPort,
          open: options.openAddress
            ? { address: options.openAddress, extensions: options.openExtensions ?? SOFTPHONE_EXTENSIONS }
            : undefined,
          rtp: rtpRange(),
          ariUser: ari.user,
          ariPassword: ari.password,
          tls: tlsPort === undefined ? undefined : { port: tlsPort, certificate: `${folder.inside}/etc/pbx.pem` },
          srtp: options.tls?.srtp,
          extensions: passwords,
        });
        options.change?.(files, passwords);
        for (const [name, text] of files) await writeFile(path.join(folder.outside, "etc", name), text);
      },
    },
    options.signal,
  );
  return { instance, ari, sipPort, tlsPort, passwords, [Symbol.asyncDispose]: () => instance[Symbol.asyncDispose]() };
}

/** A certificate for 127.0.0.1 and its key, in one file. */
async function makeCertificate(file: string): Promise<void> {
  const what = ["-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", "/CN=127.0.0.1"];
  await promisify(execFile)("openssl", ["req", "-x509", ...what, "-keyout", file, "-out", `${file}.crt`]);
  await appendFile(file, await readFile(`${file}.crt`));
}

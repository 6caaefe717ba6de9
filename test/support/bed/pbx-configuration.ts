import { readFile } from "node:fs/promises";
import { CALL_ENDINGS_DIALPLAN, farEndEndpoint } from "./call-endings.js";
import { escaped } from "./secrets.js";

export interface PbxSettings {
  readonly folder: string;
  readonly httpPort: number;
  readonly sipPort: number;
  /** Where SIP is listened on besides 127.0.0.1, and which extensions are called there instead. */
  readonly open?: { readonly address: string; readonly extensions: readonly string[] } | undefined;
  readonly rtp: { readonly start: number; readonly end: number };
  readonly ariUser: string;
  readonly ariPassword: string;
  /** SIP over TLS besides: its port, and a certificate with its key in one file. */
  readonly tls?: { readonly port: number; readonly certificate: string } | undefined;
  /** Whether calls with the assistant are encrypted. */
  readonly srtp?: boolean | undefined;
  /** Extension → SIP password. */
  readonly extensions: ReadonlyMap<string, string>;
}

const MODULES_OF_THE_ASSISTANT = new URL("../../../asterisk-config/templates/modules.conf", import.meta.url);
/** What a PBX does and the assistant's Asterisk does not: keep registrations, know callers by name, dial, echo. */
const FURTHER_MODULES = [
  "res_pjsip_registrar.so",
  "res_pjsip_endpoint_identifier_user.so",
  "app_dial.so",
  "app_echo.so",
  "app_playback.so",
  "app_transfer.so",
  "func_logic.so",
  "func_extstate.so",
];

/** Absent ones are logged as errors, which hides the ones that matter. */
const EMPTY = ["acl", "ccss", "cel", "chan_websocket", "features", "indications", "pjproject", "stasis", "udptl"];

/** The files of the PBX's configuration by name. */
export async function pbxConfiguration(settings: PbxSettings): Promise<Map<string, string>> {
  const modules = await readFile(MODULES_OF_THE_ASSISTANT, "utf8");
  return new Map([
    ["asterisk.conf", asterisk(settings.folder)],
    ["modules.conf", `${modules}\n${FURTHER_MODULES.map((module) => `load = ${module}`).join("\n")}\n`],
    ["logger.conf", "[general]\ndateformat = %FT%T.%3q%z\n[logfiles]\nconsole = notice,warning,error\n"],
    [
      "http.conf",
      `[general]\nenabled = yes\nbindaddr = 127.0.0.1\nbindport = ${settings.httpPort}\nsessionlimit = 1000\n`,
    ],
    ["ari.conf", ari(settings)],
    ["rtp.conf", `[general]\nrtpstart = ${settings.rtp.start}\nrtpend = ${settings.rtp.end}\nicesupport = no\n`],
    ["cdr.conf", "[general]\nenable = no\n"],
    ["pjsip.conf", pjsip(settings)],
    ["extensions.conf", DIALPLAN],
    ["manager.conf", "[general]\nenabled = no\n"],
    ...[...EMPTY, "websocket_client"].map((name): [string, string] => [`${name}.conf`, "; defaults\n"]),
  ]);
}

const DIALPLAN = `${CALL_ENDINGS_DIALPLAN}
; Last, so that further lines can be added to its end.
[phones]
; The assistant, and telephones that a person registers.
exten = _8XXX,1,Dial(PJSIP/\${EXTEN},120)
 same = n,Hangup(\${HANGUPCAUSE})
exten = 8000,hint,PJSIP/8000
exten = 2001,hint,PJSIP/2001
exten = _2XXX,1,Dial(PJSIP/\${EXTEN},30)
 same = n,Hangup(\${IF($["\${DIALSTATUS}" = "CHANUNAVAIL"]?20:\${HANGUPCAUSE})})

; Lines that somebody may answer over ARI: a program of its own ("lines"), else the tester's telephone.
exten = _10[01][01789],1,Stasis(lines,\${EXTEN})
 same = n,GotoIf($["\${STASISSTATUS}" != "FAILED"]?done)
 same = n,Stasis(telephone,\${EXTEN})
 same = n(done),Hangup(\${IF($["\${STASISSTATUS}" = "FAILED"]?27:16)})

; Busy: SIP 486.
exten = 1002,1,Hangup(17)

; Rings and is never answered.
exten = 1003,1,Ringing()
 same = n,Wait(3600)

; Declines: SIP 603. A caller who does not come over SIP is told the same by its cause.
exten = 1004,1,GotoIf($["\${CHANNEL(channeltype)}" != "PJSIP"]?cause)
 same = n,PJSIPHangup(603)
 same = n(cause),Hangup(21)

; Answers, and hangs up after two seconds.
exten = 1005,1,Answer()
 same = n,Wait(2)
 same = n,Hangup(16)

; Answers and says nothing.
exten = 1006,1,Answer()
 same = n,Wait(3600)

; Answers and says everything back.
exten = 1009,1,Answer()
 same = n,Echo()

include = endings
`;

function asterisk(folder: string): string {
  const directories = { astetcdir: "etc", astrundir: "run", astvarlibdir: "lib", astdbdir: "lib", astkeydir: "lib" };
  const further = { astcachedir: "lib", astspooldir: "spool", astlogdir: "log" };
  const lines = Object.entries({ ...directories, ...further }).map(([key, part]) => `${key} = ${folder}/${part}`);
  return ["[directories]", ...lines, "[options]", "nocolor = yes", "hideconnect = yes", ""].join("\n");
}

function ari({ ariUser, ariPassword }: PbxSettings): string {
  return `[general]\nenabled = yes\nwebsocket_write_timeout = 5000\n[${ariUser}]\ntype = user\npassword = ${escaped(ariPassword)}\n`;
}

const LOOPBACK = "127.0.0.1";

function pjsip({ sipPort, open, extensions, tls, srtp }: PbxSettings): string {
  const transport = (name: string, protocol: string, address: string) =>
    `[${name}]\ntype = transport\nprotocol = ${protocol}\nbind = ${address}:${sipPort}\n`;
  const isOpen = (name: string) => open?.extensions.includes(name) ?? false;
  const extension = ([name, password]: [string, string]) => `
[${name}]
type = auth
auth_type = digest
username = ${name}
password = ${escaped(password)}
[${name}]
type = aor
max_contacts = 1
remove_existing = yes
minimum_expiration = 10
[${name}]
type = endpoint
auth = ${name}
aors = ${name}
context = phones
callerid = ${name} <${name}>
; As FreePBX has it: what an extension says of who calls is shown.
trust_id_inbound = yes
disallow = all
allow = g722,ulaw,alaw
direct_media = no
rtp_symmetric = yes
media_encryption = ${srtp ? "sdes" : "no"}
${tls ? "; Calls go back over the connection that the registration came by; nobody else listens for TLS.\nrewrite_contact = yes" : ""}
media_address = ${isOpen(name) ? open?.address : LOOPBACK}
bind_rtp_to_media_address = yes
${isOpen(name) ? "; Whatever is between it and us: calls go back where its registration came from.\ntransport = open-udp\nrewrite_contact = yes\nforce_rport = yes" : ""}
`;
  const secure = tls
    ? `[tls]\ntype = transport\nprotocol = tls\nbind = ${LOOPBACK}:${tls.port}\ncert_file = ${tls.certificate}\npriv_key_file = ${tls.certificate}\nmethod = tlsv1_2\n`
    : "";
  const transports = [
    transport("udp", "udp", LOOPBACK),
    transport("tcp", "tcp", LOOPBACK),
    ...(open ? [transport("open-udp", "udp", open.address)] : []),
  ];
  return [...transports, secure, ...[...extensions].map(extension), farEndEndpoint(sipPort)].join("\n");
}

/** Extensions of the PBX with which something is wrong there. */
export const FAULTY_EXTENSIONS = {
  /** May not register: 403. */
  forbidden: "8003",
  /** Registers elsewhere: 404. */
  unknown: "8004",
  /** Speaks GSM and nothing else: 488. */
  gsm: "8005",
} as const;

/** Adds them to the configuration of a PBX. */
export function addFaultyExtensions(files: Map<string, string>): void {
  const { forbidden, unknown, gsm } = FAULTY_EXTENSIONS;
  const extension = (name: string, more: string) => `
[${name}]
type = auth
auth_type = digest
username = ${name}
password = secret-of-${name}
[${name}]
type = aor
max_contacts = 1
remove_existing = yes
[${name}]
type = endpoint
auth = ${name}
context = phones
disallow = all
direct_media = no
${more}
`;
  const added = [
    extension(forbidden, "allow = g722"),
    extension(unknown, `allow = g722\naors = ${gsm}`),
    extension(gsm, `allow = gsm\naors = ${gsm}`),
  ];
  files.set("pjsip.conf", [files.get("pjsip.conf"), ...added].join("\n"));
}

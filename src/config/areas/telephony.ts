import { area } from "../area.js";
import { address, integer, line, oneOf, optional, required, setting } from "../setting.js";
import { host, secret, user } from "../text-readers.js";

export const asterisk = area("Asterisk", ["ARI_", "AMI_"], {
  url: setting("ARI_URL", address(), {
    default: "http://127.0.0.1:8088",
    description: "Where Asterisk's HTTP server listens, without /ari. Media flows over the same address.",
  }),
  user: setting("ARI_USER", user, { default: "attendant", description: "The user in ari.conf." }),
  password: required("ARI_PASSWORD", secret, { secret: true, description: "The password of ARI_USER." }),
  app: setting("ARI_APP", user, {
    default: "attendant",
    description: "The Stasis application that calls are handed to. One controller per application.",
  }),
  amiHost: optional("AMI_HOST", host, {
    fallbackText: "the host of ARI_URL",
    description: "Where the manager interface listens. It is asked for the SIP registration, which ARI does not know.",
  }),
  amiPort: setting("AMI_PORT", integer(1, 65_535), { default: 5038, description: "Its TCP port." }),
  amiUser: setting("AMI_USER", user, { default: "attendant", description: "The user in manager.conf." }),
  amiPassword: optional("AMI_PASSWORD", secret, {
    usual: true,
    secret: true,
    description: "The password of AMI_USER. Needed when SIP_USER is set.",
  }),
});

export const sip = area("SIP extension", ["SIP_"], {
  user: optional("SIP_USER", line("letters, digits and . _ + * # -", /^[A-Za-z0-9._+*#-]{1,64}$/), {
    usual: true,
    description:
      "The extension to register as. SIP_USER, SIP_PASSWORD and SIP_DOMAIN are set all three, or none when calls come from an Asterisk that needs no registration.",
  }),
  password: optional("SIP_PASSWORD", secret, { usual: true, secret: true, description: "The extension's secret." }),
  domain: optional("SIP_DOMAIN", host, { usual: true, description: "The PBX: its host name or IP address." }),
  port: setting("SIP_PORT", integer(1, 65_535), { default: 5060, description: "The PBX's SIP port." }),
  transport: setting("SIP_TRANSPORT", oneOf("udp", "tcp", "tls"), {
    default: "udp",
    description: "How SIP is carried to the PBX.",
  }),
});

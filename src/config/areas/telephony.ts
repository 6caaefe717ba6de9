import { address, area, integer, line, oneOf, optional, required, setting } from "../setting.js";
import { host, secret, user } from "../text-readers.js";

export const asterisk = area("Asterisk", ["ARI_", "AMI_"], {
  url: setting("ARI_URL", address(), {
    default: "http://127.0.0.1:8088",
    description: "URL of Asterisk's HTTP server, without /ari. Media uses the same address.",
  }),
  user: setting("ARI_USER", user, { default: "attendant", description: "User name in ari.conf." }),
  password: required("ARI_PASSWORD", secret, { secret: true, description: "Password of ARI_USER in ari.conf." }),
  app: setting("ARI_APP", user, {
    default: "attendant",
    description: "Stasis application that receives the calls. One controller per application.",
  }),
  amiHost: optional("AMI_HOST", host, {
    fallbackText: "the host of ARI_URL",
    description: "Host of Asterisk's manager interface (AMI), which reports the SIP registration; ARI does not.",
  }),
  amiPort: setting("AMI_PORT", integer(1, 65_535), { default: 5038, description: "TCP port of AMI." }),
  amiUser: setting("AMI_USER", user, { default: "attendant", description: "User name in manager.conf." }),
  amiPassword: optional("AMI_PASSWORD", secret, {
    usual: true,
    secret: true,
    description: "Password of AMI_USER in manager.conf. Required if SIP_USER is set.",
  }),
});

export const sip = area("SIP extension", ["SIP_"], {
  user: optional("SIP_USER", line("letters, digits and . _ + * # -", /^[A-Za-z0-9._+*#-]{1,64}$/), {
    usual: true,
    description:
      "Extension to register as. Set SIP_USER, SIP_PASSWORD and SIP_DOMAIN together, or none of them if calls come from an Asterisk that needs no registration.",
  }),
  password: optional("SIP_PASSWORD", secret, {
    usual: true,
    secret: true,
    description: "SIP secret of the extension.",
  }),
  domain: optional("SIP_DOMAIN", host, { usual: true, description: "Host name or IP address of the PBX." }),
  port: setting("SIP_PORT", integer(1, 65_535), { default: 5060, description: "SIP port of the PBX." }),
  transport: setting("SIP_TRANSPORT", oneOf("udp", "tcp", "tls"), {
    default: "udp",
    description: "SIP transport to the PBX.",
  }),
});

import assert from "node:assert/strict";
import { it } from "node:test";
import { unitEnvironment } from "../../../src/config/installed-environment.js";

const SHOWN = `Environment=NODE_ENV=production DATA_DIR=/var/lib/ari-attendant
LoadCredential=ari_password:/opt/ari-attendant/secrets/ari_password
LoadCredential=api_keys:/opt/ari-attendant/secrets/api_keys other:/etc/other
WorkingDirectory=/opt/ari-attendant
`;

it("knows what systemd gives the service, its credentials as files", () => {
  assert.deepEqual(unitEnvironment(SHOWN, "/opt/ari-attendant"), {
    above: { NODE_ENV: "production", DATA_DIR: "/var/lib/ari-attendant" },
    below: {
      ARI_PASSWORD_FILE: "/opt/ari-attendant/secrets/ari_password",
      API_KEYS_FILE: "/opt/ari-attendant/secrets/api_keys",
    },
  });
});

it("knows the unit that scripts/setup writes, which works elsewhere and has this .env read", () => {
  const shown = `Environment=DATA_DIR=/var/lib/ari-attendant
EnvironmentFiles=/srv/attendant/.env (ignore_errors=no)
WorkingDirectory=/var/lib/ari-attendant
`;
  assert.deepEqual(unitEnvironment(shown, "/srv/attendant"), {
    above: {},
    below: { DATA_DIR: "/var/lib/ari-attendant" },
  });
  assert.deepEqual(unitEnvironment(shown, "/srv/other"), { above: {}, below: {} });
});

it("takes nothing of a service that runs elsewhere", () => {
  assert.deepEqual(unitEnvironment(SHOWN, "/home/ada/attendant"), { above: {}, below: {} });
});

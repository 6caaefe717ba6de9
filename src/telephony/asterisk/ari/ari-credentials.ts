/** Address of Asterisk's HTTP server, without `/ari`, and our user there (`ari.conf`). */
export interface AriCredentials {
  readonly url: string;
  readonly user: string;
  readonly password: string;
}

/** Returns the value of an Authorization header (RFC 7617), so that no password appears in an address. */
export function basicAuthorization({ user, password }: AriCredentials): string {
  return `Basic ${Buffer.from(`${user}:${password}`).toString("base64")}`;
}

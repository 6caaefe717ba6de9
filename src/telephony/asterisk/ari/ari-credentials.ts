/** Where Asterisk's HTTP server is, without `/ari`, and who we are there (`ari.conf`). */
export interface AriCredentials {
  readonly url: string;
  readonly user: string;
  readonly password: string;
}

/** The value of an Authorization header (RFC 7617), so that no password stands in an address. */
export function basicAuthorization({ user, password }: AriCredentials): string {
  return `Basic ${Buffer.from(`${user}:${password}`).toString("base64")}`;
}

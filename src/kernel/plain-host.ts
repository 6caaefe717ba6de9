/**
 * Normalises a host for comparison: a name in lower case (as punycode, without a final dot), an address as in URLs. Undefined
 * when it is neither, or has a port.
 */
export function plainHost(host: string): string | undefined {
  if (!/^[^\s/?#@\\*[\]]+$/.test(host)) return undefined;
  const address = `http://${host.includes(":") ? `[${host}]` : host}/`;
  return URL.canParse(address) ? new URL(address).hostname.replace(/^\[|\]$|\.$/g, "") : undefined;
}

/**
 * The content security policy of a page of ours: scripts and requests stay with this service, and nobody frames it.
 *
 * @param styles where its styles may come from
 */
export function pagePolicy(styles = "'self'"): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    `style-src ${styles}`,
    "img-src 'self' data:",
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join("; ");
}

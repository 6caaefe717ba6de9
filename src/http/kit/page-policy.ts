/**
 * The content security policy of our pages: scripts and requests stay with this service, and framing is forbidden.
 *
 * @param styles where styles may come from
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

/**
 * Stand-ins in the built files for addresses that are known only when the server starts.
 * The server replaces them; nothing else may.
 */
export const SITE_ORIGIN = 'https://site-origin.invalid'
export const DASHBOARD_ORIGIN = 'https://dashboard-origin.invalid'

/** The absolute form of a path of this site. */
export function absolute(path: string): string {
  return `${SITE_ORIGIN}${path}`
}

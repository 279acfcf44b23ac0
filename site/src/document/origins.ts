/**
 * Placeholder in the built files for the site's own address, which is known only when the server starts.
 * The server replaces it; nothing else may.
 */
export const SITE_ORIGIN = 'https://site-origin.invalid'

/** The absolute form of a path of this site. */
export function absolute(path: string): string {
  return `${SITE_ORIGIN}${path}`
}

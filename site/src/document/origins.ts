/**
 * Placeholder in the built files for the site's origin, which is known only when the server starts and replaces it.
 */
export const SITE_ORIGIN = 'https://site-origin.invalid'

/** The absolute URL of a path of this site. */
export function absolute(path: string): string {
  return `${SITE_ORIGIN}${path}`
}

/** The page of the magazine that a link of an issue leads to, if it leads there. @param site the magazine's origin. */
export function linkedPage(url: string, site: string): string | undefined {
  const { origin, pathname } = new URL(url)
  return origin === site ? pathname : undefined
}

/** A link to elsewhere, as people write it. */
export function linkText(url: string): string {
  return url.replace(/^https?:\/\//, '').replace(/\/$/, '')
}

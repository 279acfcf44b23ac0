/** The page of the magazine that a link of an issue leads to: links to it carry the campaign. */
export function linkedPage(url: string): string | undefined {
  const { pathname, searchParams } = new URL(url)
  return searchParams.has('utm_campaign') ? pathname : undefined
}

/** A link to elsewhere, as people write it. */
export function linkText(url: string): string {
  return url.replace(/^https?:\/\//, '').replace(/\/$/, '')
}

import { SITE_ORIGIN_PLACEHOLDER } from '@half-measure/shared/placeholders.ts'
import { publication } from '@half-measure/shared/publication.ts'
import { sitePaths } from '@half-measure/shared/site-links.ts'

/** Origin of the public site, such as `https://example.org`. The server writes it into the page's HTML. */
export function siteOrigin(): string {
  if (typeof document === 'undefined') return SITE_ORIGIN_PLACEHOLDER
  return document.querySelector<HTMLMetaElement>('meta[name="site-origin"]')?.content ?? ''
}

/** The publication's name, which leads to the magazine. */
export function Wordmark() {
  return (
    <a className="wordmark" href={siteOrigin() + sitePaths.home}>
      {publication.name}
    </a>
  )
}

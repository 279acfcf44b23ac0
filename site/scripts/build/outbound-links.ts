import type { SiteLinks } from '@half-measure/shared/stats/link-health.ts'

/** Collects the links of pages that leave the magazine: to other sites, and `/go/…` to partners. */
export class OutboundLinks {
  readonly #pages = new Map<string, Set<string>>()

  add(path: string, html: string): void {
    for (const [, attribute = ''] of html.matchAll(/<a\s[^>]*?\bhref="((?:https?:\/\/|\/go\/)[^"]*)"/g)) {
      const href = attribute.replaceAll('&amp;', '&').replace(/#.*$/, '')
      this.#pages.set(href, (this.#pages.get(href) ?? new Set()).add(path))
    }
  }

  /** By address. */
  list(): SiteLinks {
    return [...this.#pages]
      .map(([href, pages]) => ({ href, pages: [...pages].toSorted() }))
      .toSorted((one, other) => (one.href < other.href ? -1 : 1))
  }
}

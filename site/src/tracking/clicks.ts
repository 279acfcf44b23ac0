import type { Track } from './tracker.ts'

/**
 * Counts the use of what is declared with `data-track` (its type) and perhaps `data-track-id`, and links that leave
 * the site. Calls `leaving` when a link may be about to open another page of the site.
 */
export function watchClicks(track: Track, leaving: () => void): void {
  const see = ({ target }: MouseEvent): void => {
    if (!(target instanceof Element)) return
    const declared = target.closest<HTMLElement>('[data-track]')?.dataset
    const link = target.closest<HTMLAnchorElement>('a[href]')
    const isOurs = link?.host === location.host
    if (isOurs) leaving()
    if (!declared && (isOurs || !link?.protocol.startsWith('http'))) return
    track({
      type: 'click',
      element_type: declared?.['track'] ?? 'outbound',
      element_id: declared ? declared['trackId'] : link?.host.slice(0, 128),
      click_data: { href: link?.href.slice(0, 1_000) },
    })
  }
  addEventListener('click', see, true)
}

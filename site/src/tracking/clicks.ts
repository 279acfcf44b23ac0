import type { Track } from './tracker.ts'

/** Counts the use of what is declared with `data-track` (a type) and `data-track-id`, and links that leave the site. */
export function watchClicks(track: Track): void {
  const see = ({ target, button }: MouseEvent): void => {
    // The left and the middle button open links.
    if (!(target instanceof Element) || button > 1) return
    const declared = target.closest<HTMLElement>('[data-track]')?.dataset
    const link = target.closest<HTMLAnchorElement>('a[href]')
    const isOutbound = link?.protocol.startsWith('http') && link.host !== location.host
    if (!declared && !isOutbound) return
    track({
      type: 'click',
      element_type: declared?.['track'] ?? 'outbound',
      element_id: declared ? declared['trackId'] : link?.host.slice(0, 128),
      click_data: { href: link?.href.slice(0, 1_000) },
    })
  }
  addEventListener('click', see, true)
  addEventListener('auxclick', see, true)
}

import type { BannerCount } from '@half-measure/shared/audience/consent.ts'

/**
 * Tells the server that this page showed the banner, or how it was answered, to be added to a number. No consent is
 * asked for that, so nothing of the reader is in it, and nothing is read from their browser or kept there.
 */
export function countBanner(banner: BannerCount['banner']): void {
  void fetch('/api/consent/banner', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ page_path: location.pathname, banner } satisfies BannerCount),
    credentials: 'omit',
    keepalive: true,
  }).catch(() => {})
}

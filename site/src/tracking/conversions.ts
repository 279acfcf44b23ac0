import type { Track } from './track.ts'

type Conversion = Omit<Extract<Parameters<Track>[0], { type: 'conversion' }>, 'type'>

/** What a reader who sees the review, or follows a link of it, is worth to the magazine, in pounds. */
const REVIEW_VALUE = { value: 5, currency: 'GBP' } as const

/** Islands are loaded on their own and share nothing with the tracker but the document. */
const CONVERSION = 'reader-conversion'

function report(detail: Conversion): void {
  document.dispatchEvent(new CustomEvent<Conversion>(CONVERSION, { detail }))
}

/** Counts conversions that are reported anywhere on the page. */
export function hearConversions(track: Track): void {
  document.addEventListener(CONVERSION, (event) => {
    track({ type: 'conversion', ...(event as CustomEvent<Conversion>).detail })
  })
}

/** @param source where on the site the reader signed up. */
export function reportNewsletterSignup(source: string): void {
  report({ event_type: 'newsletter_signup', conversion_data: { source } })
}

export function reportContactSent(): void {
  report({ event_type: 'contact_sent' })
}

export function reportReviewView(): void {
  report({ event_type: 'review_view', ...REVIEW_VALUE })
}

/**
 * Reports conversions by links to a product or the gift, and by the form that brings the guide: with the token of its
 * mailed link, unless the server has refused that (`showPreferences`).
 */
export function watchConversionLinks(): void {
  const see = ({ target, button }: MouseEvent): void => {
    const link = target instanceof Element && target.closest<HTMLAnchorElement>('a[href]')
    if (!link || button > 1) return
    const { product, rank } = link.dataset
    if (product) {
      report({
        event_type: 'affiliate_click',
        product_name: product,
        product_rank: Number(rank),
        ...REVIEW_VALUE,
      })
    }
    if ('freeGift' in link.dataset) report({ event_type: 'free_gift_click' })
  }
  addEventListener('click', see, true)
  addEventListener('auxclick', see, true)
  addEventListener(
    'submit',
    ({ target }) =>
      target instanceof Element &&
      target.matches('[data-guide="offered"]:has([name="token"])') &&
      report({ event_type: 'ebook_download' }),
    true,
  )
}

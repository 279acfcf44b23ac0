import type { ConversionType } from '@half-measure/shared/domain/conversion-types.ts'
import type { SentEvent } from '@half-measure/shared/events/event.ts'
import type { Page } from './pages.ts'
import { clickedProducts } from './products.ts'
import type { Reading } from './reading.ts'
import type { SeededRandom } from './seeded-random.ts'

type Own<Type extends SentEvent['type']> = Omit<
  Extract<SentEvent, { type: Type }>,
  'type' | 'event_id' | 'occurred_at' | 'page_path'
>

/** Something that a reader does on a page. */
export type Action = { readonly click: Own<'click'> } | { readonly conversion: Own<'conversion'> }

export interface VisitSoFar {
  /** Of the experiments the visit has met, by name. */
  readonly variants: Map<string, string>
  /** What is done once a visit. */
  readonly done: Set<ConversionType>
  readonly siteOrigin: string
}

/** Visitors of the review who follow an affiliate link, out of one. */
export const AFFILIATE_RATE = 0.085

/** The one true effect in this traffic: with these words on the button, so many times as many follow the link. */
export const TRUE_EFFECT = { test: 'cta_button_text', variant: 'Check Price', times: 1.3 } as const

/** What a reader who sees the review, or follows a link of it, is worth to the desk. */
const REVIEW_VALUE = { value: 5, currency: 'GBP' } as const

/** What a reader does on a page besides reading it and turning to the next. */
export function actionsOn(
  random: SeededRandom,
  { kind }: Page,
  { depth }: Reading,
  { variants, done, siteOrigin }: VisitSoFar,
): Action[] {
  switch (kind) {
    case 'review':
      return [
        { conversion: { event_type: 'review_view', ...REVIEW_VALUE } },
        ...(random.chance(affiliateRate()) ? followAffiliateLink() : []),
        ...(random.chance(0.02) && once('free_gift_click') ? takeGift() : []),
      ]
    case 'newsletter':
      return random.chance(0.27) ? subscribe('page') : []
    case 'article':
      return [
        ...(random.chance(0.009) ? subscribe('popup') : []),
        ...(random.chance(0.004) ? subscribe('article') : []),
        ...(depth > 40 && random.chance(0.05)
          ? [clickOn('outbound', 'en.wikipedia.org', 'https://en.wikipedia.org/')]
          : []),
      ]
    case 'contact':
      return random.chance(0.2) && once('contact_sent')
        ? [{ conversion: { event_type: 'contact_sent' } }]
        : []
    case 'home':
    case 'stories':
    case 'reviews':
    case 'about':
    case 'philosophy':
      return random.chance(0.004) ? subscribe('footer') : []
  }

  function once(type: ConversionType): boolean {
    if (done.has(type)) return false
    done.add(type)
    return true
  }

  function affiliateRate(): number {
    return variants.get(TRUE_EFFECT.test) === TRUE_EFFECT.variant
      ? AFFILIATE_RATE * TRUE_EFFECT.times
      : AFFILIATE_RATE
  }

  function followAffiliateLink(): Action[] {
    const { rank, name, slug } = clickedProducts.pick(random)
    return [
      clickOn('affiliate', slug, `${siteOrigin}/go/${slug}`),
      {
        conversion: {
          event_type: 'affiliate_click',
          product_name: name,
          product_rank: rank,
          ...REVIEW_VALUE,
        },
      },
    ]
  }

  function takeGift(): Action[] {
    return [
      clickOn('affiliate', 'free-t-shirt', `${siteOrigin}/go/free-t-shirt`),
      { conversion: { event_type: 'free_gift_click' } },
    ]
  }

  /** Four in ten confirm the address and fetch the guide while they are here. */
  function subscribe(source: 'page' | 'popup' | 'article' | 'footer'): Action[] {
    if (!once('newsletter_signup')) return []
    const signup: Action[] = [
      { click: { element_type: 'button', element_id: `newsletter-${source}`, click_data: {} } },
      { conversion: { event_type: 'newsletter_signup', conversion_data: { source } } },
    ]
    return random.chance(0.4) ? [...signup, { conversion: { event_type: 'ebook_download' } }] : signup
  }
}

/** A click on something that leads somewhere. */
export function clickOn(element_type: string, element_id: string, href: string): Action {
  return { click: { element_type, element_id, click_data: { href } } }
}

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
}

/** Visitors of the review who follow an affiliate link, out of one. */
export const AFFILIATE_RATE = 0.085

/** The one true effect in this traffic: with these words on the button, so many times as many follow the link. */
export const TRUE_EFFECT = { test: 'cta_button_text', variant: 'Check Price', times: 1.3 } as const

/** What a reader does on a page besides reading it and turning to the next. */
export function actionsOn(
  random: SeededRandom,
  page: Page,
  { depth }: Reading,
  { variants, done }: VisitSoFar,
): Action[] {
  const actions: Action[] = []
  if (page.kind === 'review') {
    if (once('review_view')) actions.push({ conversion: { event_type: 'review_view' } })
    const effect = variants.get(TRUE_EFFECT.test) === TRUE_EFFECT.variant ? TRUE_EFFECT.times : 1
    if (random.chance(AFFILIATE_RATE * effect)) actions.push(...followAffiliateLink(random))
    if (random.chance(0.02) && once('free_gift_click')) {
      actions.push(pressed('free-t-shirt'), { conversion: { event_type: 'free_gift_click' } })
    }
  }
  if (page.kind === 'newsletter' && random.chance(0.27)) actions.push(...subscribe('newsletter-subscribe'))
  if (page.kind === 'article' && random.chance(0.011)) actions.push(...subscribe('popup-get-free-guide'))
  if (page.kind === 'article' && depth > 40 && random.chance(0.03)) {
    actions.push({ click: { element_type: 'outbound', click_data: { host: 'en.wikipedia.org' } } })
  }
  if (page.kind === 'contact' && random.chance(0.2) && once('contact_sent')) {
    actions.push(pressed('contact-send'), { conversion: { event_type: 'contact_sent' } })
  }
  return actions

  function once(type: ConversionType): boolean {
    if (done.has(type)) return false
    done.add(type)
    return true
  }

  /** Four in ten confirm the address and fetch the guide while they are here. */
  function subscribe(button: string): Action[] {
    if (!once('newsletter_signup')) return []
    const signup: Action[] = [pressed(button), { conversion: { event_type: 'newsletter_signup' } }]
    return random.chance(0.4) ? [...signup, { conversion: { event_type: 'ebook_download' } }] : signup
  }
}

function followAffiliateLink(random: SeededRandom): Action[] {
  const { rank, name, value } = clickedProducts.pick(random)
  return [
    { click: { element_type: 'link', element_id: `affiliate-${rank}`, click_data: { product: name } } },
    {
      conversion: {
        event_type: 'affiliate_click',
        product_name: name,
        product_rank: rank,
        value,
        currency: 'GBP',
      },
    },
  ]
}

function pressed(element_id: string): Action {
  return { click: { element_type: 'button', element_id } }
}

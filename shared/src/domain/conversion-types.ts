/** The closed list of things a reader can do that count as a conversion. */
export const CONVERSION_TYPES = [
  'newsletter_signup',
  'ebook_download',
  'contact_sent',
  'affiliate_click',
  'free_gift_click',
  'review_view',
] as const

export type ConversionType = (typeof CONVERSION_TYPES)[number]

/** What people call one of each, on a label and in a sentence: `Sessions with an affiliate click`. */
export const CONVERSION_LABELS: Readonly<
  Record<ConversionType, { readonly one: string; readonly inSentence: string }>
> = {
  newsletter_signup: { one: 'Newsletter sign-up', inSentence: 'a newsletter sign-up' },
  ebook_download: { one: 'Download of the guide', inSentence: 'a download of the guide' },
  contact_sent: { one: 'Message sent', inSentence: 'a message sent' },
  affiliate_click: { one: 'Affiliate click', inSentence: 'an affiliate click' },
  free_gift_click: { one: 'Gift click', inSentence: 'a gift click' },
  review_view: { one: 'Review view', inSentence: 'a review view' },
}

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

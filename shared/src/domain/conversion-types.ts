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

/** What people call one of each, and several. */
export const CONVERSION_LABELS: Readonly<
  Record<ConversionType, { readonly one: string; readonly many: string }>
> = {
  newsletter_signup: { one: 'Newsletter sign-up', many: 'Newsletter sign-ups' },
  ebook_download: { one: 'Download of the guide', many: 'Downloads of the guide' },
  contact_sent: { one: 'Message sent', many: 'Messages sent' },
  affiliate_click: { one: 'Affiliate click', many: 'Affiliate clicks' },
  free_gift_click: { one: 'Gift click', many: 'Gift clicks' },
  review_view: { one: 'Review view', many: 'Review views' },
}

import { reportAffiliateClick, reportEbookDownload, reportFreeGiftClick } from './conversions.ts'

/** Reports what is a conversion when used: links to a product and to the gift, the form that brings the guide. */
export function watchConversionLinks(): void {
  const see = ({ target, button }: MouseEvent): void => {
    const link = target instanceof Element && target.closest<HTMLAnchorElement>('a[href]')
    if (!link || button > 1) return
    const { product, rank } = link.dataset
    if (product) reportAffiliateClick({ name: product, rank: Number(rank) })
    if ('freeGift' in link.dataset) reportFreeGiftClick()
  }
  addEventListener('click', see, true)
  addEventListener('auxclick', see, true)
  addEventListener(
    'submit',
    ({ target }) => target instanceof Element && target.matches('[data-guide]') && reportEbookDownload(),
    true,
  )
}

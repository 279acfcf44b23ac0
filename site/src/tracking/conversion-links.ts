import { reportAffiliateClick, reportEbookDownload, reportFreeGiftClick } from './conversions.ts'

/** Reports links whose use is a conversion: to a product, to the gift, to the guide. */
export function watchConversionLinks(): void {
  const see = ({ target, button }: MouseEvent): void => {
    const link = target instanceof Element && target.closest<HTMLAnchorElement>('a[href]')
    if (!link || button > 1) return
    const { product, rank } = link.dataset
    if (product) reportAffiliateClick({ name: product, rank: Number(rank) })
    if ('freeGift' in link.dataset) reportFreeGiftClick()
    if (link.pathname === '/api/newsletter/guide') reportEbookDownload()
  }
  addEventListener('click', see, true)
  addEventListener('auxclick', see, true)
}

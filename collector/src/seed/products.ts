import { WeightedList } from './weighted-list.ts'

/** A card of the review. */
export interface Product {
  readonly rank: number
  readonly name: string
  /** What a click on its link earns, in GBP. */
  readonly value: number
  /** Of a hundred clicks on affiliate links. */
  readonly clicks: number
}

export const PRODUCTS: readonly Product[] = [
  { rank: 1, name: 'Quarter Bell Pale', value: 0.85, clicks: 46 },
  { rank: 2, name: 'Ostler Street Amber', value: 0.3, clicks: 19 },
  { rank: 3, name: 'Nightjar Lager', value: 0.6, clicks: 14 },
  { rank: 4, name: 'Low Meadow Wheat', value: 0.25, clicks: 9 },
  { rank: 5, name: 'Bellwether Stout', value: 0.75, clicks: 8 },
  { rank: 6, name: 'Evenkeel Botanical Brew', value: 0.4, clicks: 4 },
]

export const clickedProducts = new WeightedList(PRODUCTS, ({ clicks }) => clicks)

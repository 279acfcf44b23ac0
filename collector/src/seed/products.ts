import { WeightedList } from './weighted-list.ts'

/** A card of the review. */
export interface Product {
  readonly rank: number
  readonly name: string
  /** Of `/go/<slug>`. */
  readonly slug: string
  /** Of a hundred clicks on affiliate links. */
  readonly clicks: number
}

function product(rank: number, name: string, clicks: number): Product {
  return { rank, name, slug: name.toLowerCase().replaceAll(' ', '-'), clicks }
}

export const PRODUCTS: readonly Product[] = [
  product(1, 'Quarter Bell Pale', 46),
  product(2, 'Ostler Street Amber', 19),
  product(3, 'Nightjar Lager', 14),
  product(4, 'Low Meadow Wheat', 9),
  product(5, 'Bellwether Stout', 8),
  product(6, 'Evenkeel Botanical Brew', 4),
]

export const clickedProducts = new WeightedList(PRODUCTS, ({ clicks }) => clicks)

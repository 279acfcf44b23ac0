import { describe, expect, it } from 'vitest'
import { type CriterionId, type ProductCard, review } from '../../content/review.ts'

const { products } = review

/** Names by a mark, the best first. */
function ranked(criterion: CriterionId): string[] {
  return products
    .toSorted((one, other) => other.marks[criterion] - one.marks[criterion])
    .map(({ name }) => name)
}

/** In pounds: `£10.80 for six 330 ml cans`. */
function pricePerLitre({ price }: ProductCard): number {
  const counts: Record<string, number> = { a: 1, four: 4, six: 6 }
  const [, pounds, count, millilitres] = /^£([\d.]+) for (\w+) (\d+)\sml/.exec(price) ?? []
  return (Number(pounds) / ((counts[count ?? ''] ?? NaN) * Number(millilitres))) * 1_000
}

describe('the marks of the review', () => {
  it.each(products)('of $name add up to its score', ({ marks, score }) => {
    const sum = Object.values(marks).reduce((total, mark) => total + mark, 0)
    expect(sum).toBeCloseTo(Number(score), 6)
  })

  it('bear out what the cards say about aroma', () => {
    expect(products.find(({ name }) => name === 'Low Meadow Wheat')?.pros[0]).toBe(
      'The best aroma below the first two',
    )
    expect(ranked('aroma').slice(0, 3)).toEqual([
      'Quarter Bell Pale',
      'Ostler Street Amber',
      'Low Meadow Wheat',
    ])
  })

  it('give the least for value to the drink that is dearest by the litre', () => {
    const byPrice = products.toSorted((one, other) => pricePerLitre(one) - pricePerLitre(other))
    expect(ranked('value').at(-1)).toBe(byPrice.at(-1)?.name)
  })
})

import { describe, expect, it } from 'vitest'
import { ARTICLES, nextArticle } from './articles.ts'
import { popularity, shelfAt } from './shelf.ts'

const UNTIL = Date.parse('2026-11-20T12:00:00.000Z')
const daysAgo = (days: number) => UNTIL - days * 24 * 3_600_000

function article(slug: string) {
  const found = ARTICLES.find((candidate) => candidate.slug === slug)
  if (!found) throw new Error(`no article ${slug}`)
  return found
}

describe('popularity', () => {
  const recent = article('alcohol-free-boom')

  it('is nothing before publication', () => {
    expect(popularity(recent, daysAgo(4.1), UNTIL)).toBe(0)
    expect(shelfAt(daysAgo(4.1), UNTIL).holds(recent)).toBe(false)
    expect(shelfAt(daysAgo(3.9), UNTIL).holds(recent)).toBe(true)
  })

  it('is greatest on the first day and fades, but never to nothing', () => {
    const ages = [0, 1, 2, 4, 8, 20, 40]
    const draw = ages.map((age) => popularity(article('pine-beer'), daysAgo(32 - age), UNTIL))
    expect(draw).toEqual([...draw].sort((one, other) => other - one))
    expect((draw[0] ?? 0) / (draw[5] ?? 0)).toBeGreaterThan(5)
    expect(draw[6]).toBeGreaterThan(0)
  })

  it('leaves the archive readable in weeks before the present edition', () => {
    expect(popularity(article('tokyo-drinking'), daysAgo(90), UNTIL)).toBeGreaterThan(0)
  })
})

describe('nextArticle', () => {
  it.each([
    ['uk-brewery-closures', 'gen-z-beer-culture'],
    ['cryo-hops-innovation', undefined],
    ['grandfather-drank-better', 'brussels-changed-everything'],
    ['brussels-changed-everything', undefined],
    ['optimization-trap', 'wednesday-friday'],
    ['wednesday-friday', 'brussels-changed-everything'],
  ])('after %s comes %s', (slug, next) => {
    expect(nextArticle(article(slug))?.slug).toBe(next)
  })
})

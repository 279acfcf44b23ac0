import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'

function read(slug: string): string {
  return readFileSync(new URL(`../../content/articles/${slug}.mdx`, import.meta.url), 'utf8')
}

describe('what an article says of itself', () => {
  it('in the cash-books: every week ends on a Saturday', () => {
    let year = ''
    const weeks = [...read('grandfather-drank-better').matchAll(/w\/e (\d+ \w+)(?: (\d{4}))?/g)].map(
      ([, day, named]) => `${day} ${(year = named ?? year)}`,
    )
    expect(weeks.length).toBeGreaterThan(5)
    expect(weeks.filter((week) => new Date(`${week} UTC`).getUTCDay() !== 6)).toEqual([])
  })

  it('about sleep: it has as many numbered tables as it says', () => {
    const text = read('sleep-disrupted')
    const [, count] = /This article has (\d+) numbered tables/.exec(text) ?? []
    expect(text.match(/^## Table \d/gm)).toHaveLength(Number(count))
  })
})

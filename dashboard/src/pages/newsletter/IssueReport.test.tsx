import { expect, it } from 'vitest'
import { pageMarkup, pageText } from '../../layout/testing/page-text.tsx'
import { IssueClicks, IssueScore, linkedPage, linkText } from './IssueReport.tsx'

it('a link to the magazine is its page, any other the address without what goes without saying', () => {
  const own = 'https://halfmeasure.test/articles/pine-beer?utm_source=friday-edition&utm_campaign=x#end'
  const site = 'https://halfmeasure.test'
  expect(linkedPage(own, site)).toBe('/articles/pine-beer')
  expect(linkedPage('https://brewery.example/?utm_campaign=spring', site)).toBeUndefined()
  expect(linkText('https://brewery.example/')).toBe('brewery.example')
  expect(linkText('https://brewery.example/pale?a=1')).toBe('brewery.example/pale?a=1')
})

const counts = {
  delivered: 12_000,
  counting_opens: 900,
  opens: 1_240,
  clicks: 600,
  unsubscribes: 3,
  machine_opens: 0,
  machine_clicks: 0,
}
const scorecard = {
  hours: 168,
  compared: 10,
  figures: [
    { name: 'open_rate', value: 137.8, compared: 3, median: 120 },
    { name: 'click_rate', value: 5, compared: 10, median: 4 },
    { name: 'session_rate', value: 5, compared: 2, median: null },
  ],
}
const responses = { '/api/issues/:id/report': { counts, links: [], scorecard } }

it('says in how many emails opens were counted, of which they are no share', async () => {
  const text = await pageText(<IssueClicks id="a" file="a" />, responses)
  expect(text).toMatch(/Opens 1,240 counted in 900 emails, whose readers allow it/)
})

it('a median of fewer issues than were sent before says of how many', async () => {
  const markup = await pageMarkup(<IssueScore id="a" file="a" />, responses)
  const medians = [...markup.matchAll(/data-header="Median"[^>]*>([^<]*)/g)].map(([, median]) => median)
  expect(markup).toContain('First 7 days, beside the median of the 10 issues before')
  expect(medians).toEqual(['120.0%, of 3 issues', '4.0%', '–'])
})

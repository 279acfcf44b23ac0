import { expect, it } from 'vitest'
import { linkedPage, linkText } from './IssueReport.tsx'

it('a link to the magazine is its page, any other the address without what goes without saying', () => {
  const own = 'https://halfmeasure.test/articles/pine-beer?utm_source=friday-edition&utm_campaign=x#end'
  const site = 'https://halfmeasure.test'
  expect(linkedPage(own, site)).toBe('/articles/pine-beer')
  expect(linkedPage('https://brewery.example/?utm_campaign=spring', site)).toBeUndefined()
  expect(linkText('https://brewery.example/')).toBe('brewery.example')
  expect(linkText('https://brewery.example/pale?a=1')).toBe('brewery.example/pale?a=1')
})

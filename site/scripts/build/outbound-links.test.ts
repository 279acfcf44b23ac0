import { expect, it } from 'vitest'
import { OutboundLinks } from './outbound-links.ts'

it('lists what leaves the magazine once, with the pages that have it', () => {
  const links = new OutboundLinks()
  links.add(
    '/articles/pine-beer',
    '<a href="https://shop.test/?a=1&amp;b=2#pine">Pine</a> <a class="x" rel="y" href="/go/pale">Pale</a>',
  )
  links.add(
    '/about',
    `<link href="https://fonts.test/x.css"><img src="https://shop.test/a.png"><a href="/stories">Stories</a>
     <a href="#top">Top</a> <a href="mailto:a@b.test">Mail</a> <a href="https://shop.test/?a=1&amp;b=2">Again</a>`,
  )
  expect(links.list()).toEqual([
    { href: '/go/pale', pages: ['/articles/pine-beer'] },
    { href: 'https://shop.test/?a=1&b=2', pages: ['/about', '/articles/pine-beer'] },
  ])
})

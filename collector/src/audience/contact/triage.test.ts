import { describe, expect, it } from 'vitest'
import { spamReasons, mailboxFor } from './triage.ts'

const fine = {
  name: 'Ada',
  email: 'ada@b.test',
  subject: 'A pint',
  message: 'Read it twice.',
  elapsed_ms: 40_000,
}

describe('what speaks against a message', () => {
  it.each<[string, Partial<Parameters<typeof spamReasons>[0]>, string[]]>([
    ['nothing', {}, []],
    ['nothing where no script could measure the time', { elapsed_ms: undefined }, []],
    ['nothing in two links', { message: 'See https://a.test and www.b.test' }, []],
    ['nothing in two whose hosts begin with www', { message: 'https://www.a.test, https://www.b.test' }, []],
    ['three links with www', { message: 'http://www.a.test www.b.test https://www.c.test' }, ['links']],
    ['an empty unseen field is as it should be', { website: '' }, []],
    ['the unseen field is filled in', { website: 'https://a.test' }, ['honeypot']],
    ['it came faster than people type', { elapsed_ms: 2_999 }, ['too_fast']],
    ['three links', { message: 'http://a.test HTTPS://b.test www.c.test' }, ['links']],
    [
      'links in subject and message together',
      { subject: 'www.a.test', message: 'www.b.test www.c.test' },
      ['links'],
    ],
    ['a link for a name', { name: 'http://a.test' }, ['links']],
    ['links as forums write them', { message: '[url=x]a[/url] [URL=y]b[/URL] [url]z[/url]' }, ['links']],
    [
      'everything at once',
      { website: 'x', elapsed_ms: 0, name: 'www.a.test' },
      ['honeypot', 'too_fast', 'links'],
    ],
  ])('%s', (_, part, reasons) => {
    expect(spamReasons({ ...fine, ...part })).toEqual(reasons)
  })
})

describe('the mailbox for a subject', () => {
  it.each([
    ['Correction to your piece on hops', 'editorial'],
    ['A pitch: the last mild in Dudley', 'editorial'],
    ['Your ARTICLE about sleep', 'editorial'],
    ['Unsubscribe me please', 'newsletter'],
    ['The Friday Edition did not come', 'newsletter'],
    ['Where is my e-book?', 'newsletter'],
    ['Hello', 'general'],
    ['Storing barrels', 'general'],
  ])('%s → %s', (subject, mailbox) => {
    expect(mailboxFor(subject)).toBe(mailbox)
  })
})

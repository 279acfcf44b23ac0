import { describe, expect, it } from 'vitest'
import { mailboxFor } from './mailbox-for.ts'

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

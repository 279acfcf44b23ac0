import { describe, expect, it } from 'vitest'
import { replyLink } from './reply-link.ts'

const message = {
  name: 'Ada',
  email: 'ada@b.test',
  subject: 'Pine & beer',
  message: 'First line\nsecond + line',
  created_at: '2026-11-20T10:00:00.000Z',
}

/** What a mail program makes of the link. */
function opened(link: string) {
  const [, to = '', query = ''] = /^mailto:([^?]*)\?(.*)$/.exec(link) ?? []
  const fields = Object.fromEntries(query.split('&').map((field) => field.split('=').map(decodeURIComponent)))
  return { to: decodeURIComponent(to), ...fields }
}

describe('replyLink', () => {
  it('replies to the sender and quotes what they wrote', () => {
    expect(opened(replyLink(message))).toEqual({
      to: 'ada@b.test',
      subject: 'Re: Pine & beer',
      body: '\r\n\r\nOn Friday 20 November 2026, Ada wrote:\r\n> First line\r\n> second + line',
    })
  })

  it('adds no second Re: to the subject', () => {
    expect(opened(replyLink({ ...message, subject: 'RE: hops' }))).toMatchObject({ subject: 'RE: hops' })
  })

  it('lets an address add no recipients and no fields', () => {
    const link = replyLink({ ...message, email: 'a?bcc=x@y.test&cc=z@b.test' })
    expect(opened(link).to).toBe('a?bcc=x@y.test&cc=z@b.test')
    expect(link.split('?')).toHaveLength(2)
  })

  it('stays short enough for mail programs, and cuts no character in half', () => {
    const link = replyLink({ ...message, message: `${'x'.repeat(1_199)}🍺${'y'.repeat(4_000)}` })
    expect(link.length).toBeLessThan(2_000)
    expect(opened(link)).toHaveProperty('body', expect.stringMatching(/x\uFFFD …$/))
  })
})

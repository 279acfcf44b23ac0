import { describe, expect, it } from 'vitest'
import { aDraft } from '../../testing/drafts.ts'
import { putClient } from './put-client.ts'

describe('putClient', () => {
  it('gives a reader the facts of the browser', () => {
    const draft = aDraft()
    expect(putClient(draft)).toBeUndefined()
    expect(draft.client).toEqual({ browser: 'Safari', os: 'iOS', device: 'mobile', isBot: false })
    expect(draft.isBot).toBe(false)
  })

  it('flags a program that says what it is, and keeps its event', () => {
    const draft = aDraft({
      request: { userAgent: 'Mozilla/5.0 (compatible; bingbot/2.0; +http://www.bing.com/bingbot.htm)' },
    })
    expect(putClient(draft)).toBeUndefined()
    expect(draft.isBot).toBe(true)
  })
})

import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { shareTokens } from './share-tokens.ts'

const opening = { secret: 's', password: 'p' }
const share = (access_token: string, expires_at: number) => ({
  view: '',
  name: 'A',
  access_token,
  expires_at,
})

beforeEach(() => vi.useFakeTimers({ now: 0, toFake: ['Date'] }))
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

describe('shareTokens', () => {
  it('keeps to a grant until shortly before its end, then opens the link again', async () => {
    const open = vi.fn(async () => share('second', 7_200))
    const tokens = shareTokens(opening, share('first', 3_600), open)
    expect(await tokens.accessToken()).toBe('first')
    vi.setSystemTime(3_580_000)
    expect(await tokens.accessToken()).toBe('second')
    expect(open).toHaveBeenCalledExactlyOnceWith(opening)
  })

  it('replaces a refused grant once for all who were refused it', async () => {
    const open = vi.fn(async () => share('second', 7_200))
    const tokens = shareTokens(opening, share('first', 3_600), open)
    expect(await tokens.replace('first')).toBe('second')
    expect(await tokens.replace('first')).toBe('second')
    expect(open).toHaveBeenCalledOnce()
  })

  it('has none for a link that was revoked', async () => {
    vi.spyOn(console, 'warn').mockReturnValue()
    const open = () => Promise.reject(new Error('404'))
    const tokens = shareTokens(opening, share('first', 3_600), open)
    expect(await tokens.replace('first')).toBeNull()
  })
})

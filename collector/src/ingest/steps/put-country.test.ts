import { describe, expect, it } from 'vitest'
import { aDraft } from '../../testing/drafts.ts'
import { putCountry } from './put-country.ts'

describe('putCountry', () => {
  it('gives the country of the reader’s address', () => {
    const asked: string[] = []
    const step = putCountry((address) => {
      asked.push(address)
      return 'GB'
    })
    const draft = aDraft({ request: { clientAddress: '81.2.69.142' } })
    expect(step(draft)).toBeUndefined()
    expect(draft.country).toBe('GB')
    expect(asked).toEqual(['81.2.69.142'])
  })
})

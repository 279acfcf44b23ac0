import { messagePath } from '@half-measure/shared/dashboard-paths.ts'
import { describe, expect, it } from 'vitest'
import { inboxParams, readInboxView } from './inbox-view.ts'

const read = (query: string) => readInboxView(new URLSearchParams(query))

describe('the inbox in the address', () => {
  it('is the plain inbox without parameters, or without any that can be read', () => {
    const inbox = { folder: 'inbox', q: '', message: null }
    expect(read('')).toEqual(inbox)
    expect(read('folder=attic')).toEqual(inbox)
  })

  it('is read as it was written', () => {
    const view = { folder: 'spam', q: 'pine & beer', message: 'a1' } as const
    expect(read(inboxParams(view).toString())).toEqual(view)
    expect(inboxParams(read('')).toString()).toBe('')
  })

  it('has the message open that an email links to', () => {
    const { search } = new URL(messagePath('a1'), 'https://dashboard.test')
    expect(read(search)).toEqual({ folder: 'inbox', q: '', message: 'a1' })
  })
})

import { describe, expect, it } from 'vitest'
import { inboxQuestion, readInboxView, writeInboxView } from './inbox-view.ts'

const read = (query: string) => readInboxView(new URLSearchParams(query))

describe('the inbox in the address', () => {
  it('is the plain inbox where the address says nothing, or nothing that can be read', () => {
    const inbox = { folder: 'inbox', q: '', message: null }
    expect(read('')).toEqual(inbox)
    expect(read('folder=attic')).toEqual(inbox)
  })

  it('is read as it was written', () => {
    const view = { folder: 'held', q: 'pine & beer', message: 'a1' } as const
    expect(read(writeInboxView(view).toString())).toEqual(view)
    expect(writeInboxView(read('')).toString()).toBe('')
  })

  it('asks the same question whichever message is open', () => {
    expect(inboxQuestion(read('folder=unread&q=stout&message=a1')).toString()).toBe('folder=unread&q=stout')
  })
})

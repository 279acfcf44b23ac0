import { expect, it } from 'vitest'
import { pageText } from '../../layout/testing/page-text.tsx'
import { SubscribersPage } from './SubscribersPage.tsx'

const empty = { subscribers: [], next: null, totals: { confirmed: 12_000, pending: 0 } }

it.each([
  ['', 'No subscribers yet.'],
  ['?state=confirmed', 'No confirmed subscribers.'],
  ['?state=pending', 'No address waits to be confirmed.'],
  ['?q=ada', 'No address contains this text.'],
  ['?state=pending&q=ada', 'No address on this tab contains this text.'],
])('an empty list says of what: %s', async (query, sentence) => {
  const text = await pageText(
    <SubscribersPage />,
    { '/api/subscribers': empty },
    `/admin/subscribers${query}`,
  )
  expect(text).toContain('Confirmed (12,000)')
  expect(text.match(/No [a-z ]+\./)?.[0]).toBe(sentence)
})

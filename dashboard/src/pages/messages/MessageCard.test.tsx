import type { ContactMessage } from '@half-measure/shared/audience/contact-message.ts'
import { expect, it } from 'vitest'
import { pageText } from '../../layout/testing/page-text.tsx'
import { MessageCard } from './MessageCard.tsx'

const message: ContactMessage = {
  id: '01890a5d-ac96-774b-bcce-b302099a8057',
  name: 'Ada',
  email: 'ada@example.org',
  subject: 'Mild',
  message: 'More about mild, please.',
  mailbox: 'editorial',
  status: 'read',
  is_spam: false,
  spam_reasons: [],
  may_print: true,
  letter: null,
  replies: [],
  created_at: '2026-11-20T17:00:00.000Z',
}
const letter = { title: 'Mild', text: 'More.', name: 'Ada', published_at: '2026-11-21T17:00:00.000Z' }

it.each([
  ['a message', {}, 'Mark as spam'],
  ['spam', { is_spam: true }, 'Not spam'],
  ['a printed letter', { letter }, undefined],
  ['a printed letter that is spam', { letter, is_spam: true }, 'Not spam'],
])('offers to mark %s as what it is not yet', async (_, part, button) => {
  const card = <MessageCard message={{ ...message, ...part }} onDeleted={() => undefined} />
  expect((await pageText(card, {})).match(/Mark as spam|Not spam/)?.[0]).toBe(button)
})

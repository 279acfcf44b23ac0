import { expect, it } from 'vitest'
import { pageText } from '../../layout/testing/page-text.tsx'
import { MailLogPage } from './MailLogPage.tsx'

it('says of no failures nothing about the emails that still wait', async () => {
  const text = await pageText(<MailLogPage />, { '/api/mails': { mails: [], next: null, waiting: 240 } })
  expect(text).toContain('240 emails waiting to be sent. No failures. ')
  expect(text).not.toContain('delivered, as far as')
})

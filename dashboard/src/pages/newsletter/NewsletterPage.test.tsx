import type { Issue } from '@half-measure/shared/audience/issue.ts'
import { expect, it } from 'vitest'
import { pageText } from '../../layout/testing/page-text.tsx'
import { NewsletterPage } from './NewsletterPage.tsx'
import { SendIssue } from './SendIssue.tsx'

const list = { issues: [], next: null, subscribers: 11_990 }

it('counts the subscribers who can be reached, not all who have confirmed', async () => {
  expect(await pageText(<NewsletterPage />, { '/api/issues': list })).toContain(
    'The Friday Edition, for 11,990 subscribers who can be reached',
  )
})

it('says of whom an issue will be sent to that they can be reached', async () => {
  const issue = { id: 'a', preview: { problems: [], warnings: [] } } as unknown as Issue
  const send = <SendIssue issue={issue} saveAll={() => Promise.resolve(null)} onDeleted={() => undefined} />
  expect(await pageText(send, { '/api/issues': list })).toContain('To 11,990 subscribers who can be reached')
})

import type { Issue, SendingProgress } from '@half-measure/shared/audience/issue.ts'
import { expect, it } from 'vitest'
import { pageText } from '../../layout/testing/page-text.tsx'
import { IssueProgress } from './IssueProgress.tsx'

it('says how many emails the mail server has put off, if any', async () => {
  const issue = { id: 'a', state: 'sending', started_at: null, finished_at: null } as Issue
  const none = { recipients: 90, remaining: 10, waiting: 60, deferred: 0, delivered: 20, failed: 0, left: 0 }
  const textOf = (progress: SendingProgress) =>
    pageText(<IssueProgress issue={{ ...issue, progress }} progress={progress} />, {})
  expect(await textOf({ ...none, deferred: 51 })).toMatch(/The mail server has put off 51 emails/)
  expect(await textOf(none)).not.toContain('put off')
})

import { readFile } from 'node:fs/promises'
import { MIN_COUNTING_OPENS } from '@half-measure/shared/audience/issue-report.ts'
import { NewsletterPreferences } from '@half-measure/shared/audience/newsletter.ts'
import { CONSENT_DAYS } from '@half-measure/shared/domain/consent.ts'
import { expect, it } from 'vitest'
import { retention } from '../src/audience/retention.ts'
import { readEnv } from '../src/config/env.ts'
import { identityRetention } from '../src/identity/retention.ts'

const page = await readFile(new URL('../../site/content/legal/privacy.mdx', import.meta.url), 'utf8')
const env = readEnv({})

it.each([
  ['Events of all kinds', `${env.EVENT_RETENTION_MONTHS} months`],
  ['How often each page was sent', `${env.EVENT_RETENTION_MONTHS} months`],
  ['Working copies of events', `${env.SPOOL_RETENTION_HOURS} hours`],
  ['Proof of consent', `${CONSENT_DAYS / 365 === 1 ? 'a year' : 'another time'} at most`],
  ['Proof of consent', `${retention.consentMonths} months`],
  ['Contact messages', `${retention.contactMessageMonths} months`],
  ['Addresses that were never confirmed', `${retention.unconfirmedSubscriberDays} days`],
  ['What happened to the accounts of our editors', `${identityRetention.auditLogMonths} months`],
  ['What happened to the accounts of our editors', `${identityRetention.attemptDays} days`],
])('the privacy page says that "%s" are kept for %s', (what, time) => {
  const row = page.split('\n').find((line) => line.startsWith(`| ${what}`))
  expect(row).toContain(time)
})

it('the privacy page says when issue opens are counted, and the minimum shown', () => {
  const isTicked = NewsletterPreferences.parse({}).allows_opens
  expect([page.includes('It is not ticked for you'), isTicked]).toEqual([true, false])
  expect(page).toContain(
    `while fewer than ${MIN_COUNTING_OPENS === 10 ? 'ten' : 'another number of'} people have`,
  )
})

it('the privacy page says how long the accounts of former colleagues are kept', () => {
  const [, section] = page.split('## If you work here')
  expect(section).toContain(`deleted ${identityRetention.formerAccountMonths} months after access`)
})

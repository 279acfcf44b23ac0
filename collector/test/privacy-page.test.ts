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
  ['E-mails to you that could not be delivered', `${retention.failedEmailDays} days`],
  ['The links in our e-mails to a subscriber', `${retention.spentLinkDays} days`],
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

it('the privacy page names every time after which personal data goes', () => {
  const { maxAttempts: _, ...ofAccounts } = identityRetention
  for (const [name, count] of Object.entries({ ...retention, ...ofAccounts })) {
    expect(page, name).toContain(`${count} ${name.endsWith('Days') ? 'days' : 'months'}`)
  }
})

it.each([
  [
    'the hash of what was erased, which stays',
    /^\| That an address, a proof of consent or a session was erased.*hash \| For good/m,
  ],
  ['the copy of a message in a mailbox', /copy of your message goes by e-mail to the mailbox/],
  ['servers of pictures that see the address of a reader', /other sites.*archive.*sees your IP address/],
  [
    'the proof of the box that is ticked, and its withdrawal',
    /We keep that you ticked the box, when, and which words/,
  ],
  ['addresses that a mail server refuses', /does not know your address, we keep that/],
])('the privacy page names %s', (_, words) => {
  expect(page).toMatch(words)
})

it('the privacy page is dated by its last change', () => {
  expect(page).toMatch(/^updated: "(?!January 2025)/m)
})

it('the privacy page says how long the accounts of former colleagues are kept', () => {
  const [, section] = page.split('## If you work here')
  expect(section).toContain(`deleted ${identityRetention.formerAccountMonths} months after access`)
})

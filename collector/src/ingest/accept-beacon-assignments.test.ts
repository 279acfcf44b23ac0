import { anAssignment } from '@half-measure/shared/testing/events.ts'
import { describe, expect, it } from 'vitest'
import { eventId } from '../spool/testing/rows.ts'
import { atNow, NOW, nthView } from '../testing/drafts.ts'
import { TestIngest } from '../testing/test-ingest.ts'

describe('acceptBeacon and assignments', () => {
  const assignment = (n: number, variant: string) =>
    anAssignment({ event_id: eventId(n), variant, occurred_at: atNow(-n) })

  it('keeps the first of a session and a test; a later one is a duplicate', async () => {
    await using test = await TestIngest.open()
    await test.send({ session_id: 'session_1_aaaa', events: [assignment(1, 'compact')] })
    const later = await test.send({
      session_id: 'session_1_aaaa',
      events: [assignment(2, 'detailed'), assignment(1, 'compact')],
    })
    expect(later).toEqual({ accepted: 0, duplicates: 2, rejected: [] })
    const rows = await test.takeRows()
    expect(rows.map(({ row }) => [row['variant'], row['assigned_at']])).toEqual([
      ['compact', '2026-11-20 09:59:59.999'],
    ])
  })

  it('of two in one beacon and of five at once, too', async () => {
    await using test = await TestIngest.open()
    const beacon = (n: number) => ({
      session_id: 'session_1_aaaa',
      events: [assignment(2 * n + 1, 'compact'), assignment(2 * n + 2, 'default')],
    })
    const receipts = await Promise.all([0, 1, 2, 3, 4].map((n) => test.send(beacon(n))))
    expect(receipts.reduce((sum, { accepted }) => sum + accepted, 0)).toBe(1)
    expect(receipts.reduce((sum, { duplicates }) => sum + duplicates, 0)).toBe(9)
    expect(await test.takeRows()).toHaveLength(1)
  })

  it('remembers the stored one for look-ups', async () => {
    await using test = await TestIngest.open()
    await test.send({ session_id: 'session_1_aaaa', events: [assignment(1, 'compact')] })
    await test.send({ session_id: 'session_1_aaaa', events: [assignment(2, 'detailed')] })
    expect(test.ingest.recentAssignments.get('session_1_aaaa', 'review_page_layout')).toEqual({
      variant: 'compact',
      assignedAt: NOW - 1,
    })
  })

  it('queries the database for a session that is older than the window', async () => {
    await using test = await TestIngest.open()
    const session_id = `session_${NOW - 30 * 86_400_000}_aaaa`
    test.assigned.set(session_id, ['review_page_layout'])
    const other = anAssignment({ test_name: 'cta_button_text', variant: 'Learn More' })
    expect(await test.send({ session_id, events: [assignment(1, 'compact'), other] })).toMatchObject({
      accepted: 1,
      duplicates: 1,
    })
    const rows = await test.takeRows()
    expect(rows.map(({ row }) => row['test_name'])).toEqual(['cta_button_text'])
  })

  it('does not for a session of today, nor without an assignment', async () => {
    await using test = await TestIngest.open()
    await test.send({ session_id: `session_${NOW}_aaaa`, events: [assignment(1, 'compact')] })
    await test.send({ session_id: 'session_1_aaaa', events: [nthView(2)] })
    expect(test.lookedUp).toEqual([])
    await test.send({ session_id: 'session_1_aaaa', events: [assignment(3, 'compact')] })
    expect(test.lookedUp).toEqual(['session_1_aaaa'])
  })

  it('an unavailable database loses no event of a session that is older than the window', async () => {
    await using test = await TestIngest.open()
    test.isDatabaseDown = true
    const events = [nthView(1), assignment(2, 'compact')]
    expect(await test.send({ session_id: 'session_1_aaaa', events })).toMatchObject({ accepted: 2 })
    expect(test.lookedUp).toEqual(['session_1_aaaa'])
  })
})

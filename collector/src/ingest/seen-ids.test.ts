import { beforeEach, describe, expect, it } from 'vitest'
import { IdWindow } from '../spool/id-window.ts'
import { eventId } from '../spool/testing/rows.ts'
import { NOW } from '../testing/drafts.ts'
import { SeenIds } from './seen-ids.ts'

const session = 'session_1_aaaa'

describe('SeenIds', () => {
  let seen: SeenIds
  beforeEach(() => {
    seen = new SeenIds(new IdWindow(1_000, () => {}))
  })

  it('knows an event from its first add to its forgetting', () => {
    expect(seen.add(eventId(1), NOW)).toBe(true)
    expect(seen.add(eventId(1), NOW)).toBe(false)
    seen.remove(eventId(1))
    expect(seen.add(eventId(1), NOW)).toBe(true)
  })

  it('knows an assignment by its session and test, and by its event', () => {
    expect(seen.hasAssignment(session, 'review_page_layout')).toBe(false)
    expect(seen.addAssignment(eventId(1), session, 'review_page_layout', NOW)).toBe(true)
    expect(seen.hasAssignment(session, 'review_page_layout')).toBe(true)
    expect(seen.hasAssignment(session, 'cta_button_text')).toBe(false)
    expect(seen.hasAssignment('session_1_aaab', 'review_page_layout')).toBe(false)

    expect(seen.addAssignment(eventId(2), session, 'review_page_layout', NOW)).toBe(false)
    expect(seen.add(eventId(1), NOW)).toBe(false)
  })

  it('remembers nothing of an assignment that it refused', () => {
    seen.add(eventId(1), NOW)
    expect(seen.addAssignment(eventId(1), session, 'review_page_layout', NOW)).toBe(false)
    expect(seen.hasAssignment(session, 'review_page_layout')).toBe(false)

    seen.addAssignment(eventId(2), session, 'review_page_layout', NOW)
    expect(seen.addAssignment(eventId(3), session, 'review_page_layout', NOW)).toBe(false)
    expect(seen.add(eventId(3), NOW)).toBe(true)
  })

  it('takes back an assignment in two parts', () => {
    seen.addAssignment(eventId(1), session, 'review_page_layout', NOW)
    seen.remove(eventId(1))
    seen.removeAssignment(session, 'review_page_layout')
    expect(seen.hasAssignment(session, 'review_page_layout')).toBe(false)
    expect(seen.addAssignment(eventId(1), session, 'review_page_layout', NOW)).toBe(true)
  })
})

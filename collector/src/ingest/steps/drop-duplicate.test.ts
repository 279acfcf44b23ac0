import { aClick, aPageView, anAssignment } from '@half-measure/shared/testing/events.ts'
import { beforeEach, describe, expect, it } from 'vitest'
import { IdWindow } from '../../spool/id-window.ts'
import { aDraft } from '../../testing/drafts.ts'
import { SeenIds } from '../seen-ids.ts'
import { dropDuplicate } from './drop-duplicate.ts'
import type { Step } from './step.ts'

describe('dropDuplicate', () => {
  let step: Step
  beforeEach(() => {
    step = dropDuplicate(new SeenIds(new IdWindow(1_000, () => {})))
  })

  it('keeps an event once, whatever it comes as and in whichever session', () => {
    const event = aPageView()
    expect(step(aDraft({ event }))).toBeUndefined()
    expect(step(aDraft({ event }))).toBe('duplicate')
    expect(step(aDraft({ event, beacon: { session_id: 'session_2_other' } }))).toBe('duplicate')
    expect(step(aDraft({ event: aClick({ event_id: event.event_id.toUpperCase() }) }))).toBe('duplicate')
    expect(step(aDraft({ event: anAssignment({ event_id: event.event_id }) }))).toBe('duplicate')
  })

  it('keeps events with ids of their own, alike as they may be', () => {
    expect(step(aDraft({ event: aPageView() }))).toBeUndefined()
    expect(step(aDraft({ event: aPageView() }))).toBeUndefined()
  })

  it('keeps one assignment for a session and a test, whatever its id and variant', () => {
    const beacon = { session_id: 'session_1_aaaa' }
    expect(step(aDraft({ event: anAssignment({ variant: 'compact' }), beacon }))).toBeUndefined()
    expect(step(aDraft({ event: anAssignment({ variant: 'compact' }), beacon }))).toBe('duplicate')
    expect(step(aDraft({ event: anAssignment({ variant: 'detailed' }), beacon }))).toBe('duplicate')
  })

  it('keeps assignments of another session or another test', () => {
    expect(step(aDraft({ event: anAssignment(), beacon: { session_id: 'session_1_aaaa' } }))).toBeUndefined()
    expect(step(aDraft({ event: anAssignment(), beacon: { session_id: 'session_1_bbbb' } }))).toBeUndefined()
    const other = anAssignment({ test_name: 'cta_button_text', variant: 'Learn More' })
    expect(step(aDraft({ event: other, beacon: { session_id: 'session_1_aaaa' } }))).toBeUndefined()
  })

  it('does not take an assignment that repeats an id for the session’s first one', () => {
    const view = aPageView()
    const beacon = { session_id: 'session_1_aaaa' }
    step(aDraft({ event: view, beacon }))
    expect(step(aDraft({ event: anAssignment({ event_id: view.event_id }), beacon }))).toBe('duplicate')
    expect(step(aDraft({ event: anAssignment(), beacon }))).toBeUndefined()
  })
})

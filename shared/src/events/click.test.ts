import { describe, expect, it } from 'vitest'
import { aClick } from '../testing/events.ts'
import { problemsOf } from '../testing/problems-of.ts'
import { Click } from './click.ts'

const given = (overrides: object) => ({ ...aClick(), ...overrides })

describe('Click', () => {
  it('reads the whole of it', () => {
    const whole = {
      type: 'click',
      event_id: '0193a5c0-7f3e-7abc-8def-0123456789ab',
      occurred_at: '2026-11-20T10:00:00.000Z',
      page_path: '/',
      element_type: 'button',
      element_id: 'hero-cta',
      click_data: { position: 1 },
    }
    expect(Click.parse(whole)).toEqual({ ...whole, occurred_at: Date.UTC(2026, 10, 20, 10) })
  })

  it('needs an id, a time, a path and an element type', () => {
    expect(problemsOf(Click, { type: 'click' })).toEqual([
      'event_id',
      'occurred_at',
      'page_path',
      'element_type',
    ])
  })

  it('takes any element type from 1 to 64 characters', () => {
    for (const type of ['b', 'anything, really', 'x'.repeat(64)]) {
      expect(problemsOf(Click, given({ element_type: type }))).toEqual([])
    }
    for (const type of ['', 'x'.repeat(65), 1, null]) {
      expect(problemsOf(Click, given({ element_type: type }))).toEqual(['element_type'])
    }
  })

  it('takes an element id of up to 128 characters', () => {
    expect(problemsOf(Click, given({ element_id: 'x'.repeat(128) }))).toEqual([])
    expect(problemsOf(Click, given({ element_id: 'x'.repeat(129) }))).toEqual(['element_id'])
  })

  it('bounds its data', () => {
    expect(problemsOf(Click, given({ click_data: { a: 'x'.repeat(4_000) } }))).toEqual(['click_data'])
    expect(problemsOf(Click, given({ click_data: [] }))).toEqual(['click_data'])
    expect(problemsOf(Click, given({ click_data: null }))).toEqual(['click_data'])
  })

  it('strips what it does not know', () => {
    expect(Click.parse(given({ session_id: 'x', __typename: 'Click' }))).not.toHaveProperty('session_id')
  })
})

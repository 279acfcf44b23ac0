import { describe, expect, it } from 'vitest'
import { aPageView } from '../testing/events.ts'
import { problemsOf } from '../testing/problems-of.ts'
import { PageView } from './page-view.ts'

const given = (overrides: object) => ({ ...aPageView(), ...overrides })

describe('PageView', () => {
  it('reads the whole of it', () => {
    const whole = {
      type: 'page_view',
      event_id: '0193A5C0-7F3E-7ABC-8DEF-0123456789AB',
      occurred_at: '2026-11-20T10:00:00.000Z',
      page_path: '/articles/pine-beer',
      page_title: 'Pine Beer',
      referrer: 'https://www.google.com/',
      screen: '390x844',
      language: 'en-GB',
      timezone: 'Europe/London',
      utm: { source: 'friday', medium: 'email', campaign: 'issue-47', term: 'pine', content: 'button' },
    }
    expect(PageView.parse(whole)).toEqual({
      ...whole,
      event_id: '0193a5c0-7f3e-7abc-8def-0123456789ab',
      occurred_at: Date.UTC(2026, 10, 20, 10),
    })
  })

  it.each([
    ['https://halfmeasure.test/?fbclid=IwAR1', 'https://halfmeasure.test/'],
    ['https://halfmeasure.test/search?q=alice@example.test#a', 'https://halfmeasure.test/search'],
    ['https://camra.example/#:~:text=a\nb', 'https://camra.example/'],
    ['android-app://com.example.reader/', 'android-app://com.example.reader/'],
    ['', ''],
  ])('keeps no query of the referrer, which may name a reader: %j', (referrer, kept) => {
    expect(PageView.parse(given({ referrer })).referrer).toBe(kept)
  })

  it('needs an id, a time and a path, and nothing else', () => {
    expect(problemsOf(PageView, { type: 'page_view' })).toEqual(['event_id', 'occurred_at', 'page_path'])
    expect(problemsOf(PageView, aPageView())).toEqual([])
  })

  it.each([
    ['page_title', 512],
    ['referrer', 2_000],
    ['language', 35],
    ['timezone', 64],
  ])('takes %s of up to %i characters', (field, most) => {
    expect(problemsOf(PageView, given({ [field]: 'x'.repeat(most) }))).toEqual([])
    expect(problemsOf(PageView, given({ [field]: 'x'.repeat(most + 1) }))).toEqual([field])
    expect(problemsOf(PageView, given({ [field]: null }))).toEqual([field])
  })

  it.each([['source'], ['medium'], ['campaign'], ['term'], ['content']])(
    'takes utm.%s of up to 256 characters',
    (field) => {
      expect(problemsOf(PageView, given({ utm: { [field]: 'x'.repeat(256) } }))).toEqual([])
      expect(problemsOf(PageView, given({ utm: { [field]: 'x'.repeat(257) } }))).toEqual([`utm.${field}`])
    },
  )

  it.each([['390x844'], ['0x0'], ['99999x99999']])('takes the screen %s', (screen) => {
    expect(problemsOf(PageView, given({ screen }))).toEqual([])
  })

  it.each([['390'], ['390X844'], ['390x844x2'], ['100000x1'], ['-1x1'], [' 1x1'], ['1x1\n'], ['٣x٣'], [390]])(
    'refuses the screen %j',
    (screen) => {
      expect(problemsOf(PageView, given({ screen }))).toEqual(['screen'])
    },
  )

  it('strips what it does not know, at both levels', () => {
    const { utm, ...rest } = PageView.parse(
      given({ is_bot: 1, batch_id: 'x', utm: { source: 'a', id: '7' } }),
    )
    expect(utm).toEqual({ source: 'a' })
    expect(Object.keys(rest).sort()).toEqual(['event_id', 'occurred_at', 'page_path', 'type'])
  })
})

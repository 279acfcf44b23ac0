import { describe, expect, it } from 'vitest'
import { pageMarkup, pageText } from '../../layout/testing/page-text.tsx'
import { EndedExperiments } from './EndedExperiments.tsx'

const page = (variant: string, test = 'cta_button_text') => {
  const ended_at = '2026-11-20T12:00:00.000Z'
  const ended = [{ test, variant, note: '', ended_at, by: null, archived: false }]
  return <EndedExperiments ended={ended} goal={null} onDone={() => undefined} />
}
const CHANGE = 'Change variant: cta_button_text'
const selected = (markup: string) => markup.match(/<option[^>]* selected=""[^>]*>([^<]+)</)?.[1]

describe('a test that has ended', () => {
  it('says what every reader sees, which is selected and need not be changed', async () => {
    expect(await pageText(page('Check Price'), {})).toContain('Every reader now sees “Check Price”.')
    const markup = await pageMarkup(page('Check Price'), {})
    expect(selected(markup)).toBe('Check Price')
    expect(markup).not.toContain(CHANGE)
  })

  it('says that readers see the control if the chosen variant has left the code, and offers to choose it', async () => {
    const text = await pageText(page('Buy Now'), {})
    expect(text).toContain(
      '“Buy Now” was chosen, but the site no longer has it: every reader sees “Learn More”.',
    )
    expect(text).not.toContain('now sees')
    const markup = await pageMarkup(page('Buy Now'), {})
    expect(selected(markup)).toBe('Learn More')
    expect(markup).toContain(CHANGE)
  })

  it('says only what was chosen if the site no longer has the test', async () => {
    const text = await pageText(page('bold', 'retired_test'), {})
    expect(text).toContain('“bold” was chosen. The site no longer has this test.')
    expect(text).not.toMatch(/[Ee]very reader|Change variant/)
  })
})

import { aPageView, anAssignment } from '@half-measure/shared/testing/events.ts'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { aDraft } from '../../testing/drafts.ts'
import { normalisePath, putPagePath } from './put-page-path.ts'

describe('normalisePath', () => {
  it.each([
    ['/', '/'],
    ['/stories', '/stories'],
    ['/stories/', '/stories'],
    ['/articles/pine-beer?utm_source=friday', '/articles/pine-beer'],
    ['/articles/pine-beer/?a=/b/', '/articles/pine-beer'],
    ['/articles/pine-beer#notes', '/articles/pine-beer'],
    ['/articles/pine-beer?a#b?c', '/articles/pine-beer'],
    ['/?ref=x', '/'],
    ['/#top', '/'],
    ['//', '/'],
    ['//elsewhere.test/x', '/elsewhere.test/x'],
    ['///a///b///', '/a/b'],
    ['/a?\nb', '/a'],
    ['/\n/', '/\n'],
    ['/caf%C3%A9', '/caf%C3%A9'],
    ['/Stories', '/Stories'],
    ['/..', '/..'],
  ])('%j is %j', (given, expected) => {
    expect(normalisePath(given)).toBe(expected)
  })

  it('begins with one slash, ends with none, and is the same the second time', () => {
    const path = fc
      .array(fc.constantFrom('/', 'a', '?', '#', '\n', '%2F', '🍺'))
      .map((parts) => `/${parts.join('')}`)
    fc.assert(
      fc.property(path, (given) => {
        const once = normalisePath(given)
        expect(once).toMatch(/^\/$|^\/[^/?#]+(\/[^/?#]+)*$/)
        expect(normalisePath(once)).toBe(once)
      }),
    )
  })
})

describe('putPagePath', () => {
  it('gives a page view its page', () => {
    const draft = aDraft({ event: aPageView({ page_path: '/stories/?page=2' }) })
    expect(putPagePath(draft)).toBeUndefined()
    expect(draft.pagePath).toBe('/stories')
  })

  it('leaves an assignment without one', () => {
    const draft = aDraft({ event: anAssignment() })
    expect(putPagePath(draft)).toBeUndefined()
    expect(draft.pagePath).toBe('')
  })
})

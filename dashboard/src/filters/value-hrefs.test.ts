import { describe, expect, it } from 'vitest'
import { href } from '../paths.ts'
import { exploreHref, pageHref } from './value-hrefs.ts'

const scope = {
  hrefOf: (path: string, own: Readonly<Record<string, string | readonly string[] | null>> = {}) =>
    href(path, new URLSearchParams(Object.entries(own).map(([name, value]) => [name, String(value)]))),
}

describe('where a row leads', () => {
  it('is the report of an article or review', () => {
    expect(pageHref(scope, '/articles/pine-beer')).toBe('/admin/articles/pine-beer')
    expect(pageHref(scope, '/reviews/top-5')).toBe('/admin/articles/top-5')
  })

  it('is Explore for any other page or value', () => {
    expect(pageHref(scope, '/articles')).toBe('/admin/explore?f=is,page,/articles')
    expect(exploreHref(scope, 'product', 'Quarter Bell Pale')).toBe(
      '/admin/explore?f=is,product,Quarter+Bell+Pale',
    )
  })
})

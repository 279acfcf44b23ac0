import { describe, expect, it } from 'vitest'
import { scriptSafe } from './json-ld.tsx'

describe('scriptSafe', () => {
  it('lets no title end the script, and stays the same JSON', () => {
    const data = { headline: '</script><script>alert(1)</script>' }
    expect(scriptSafe(data)).not.toContain('<')
    expect(JSON.parse(scriptSafe(data))).toEqual(data)
  })
})

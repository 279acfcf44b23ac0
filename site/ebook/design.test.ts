import { readFile } from 'node:fs/promises'
import { describe, expect, it } from 'vitest'
import { COLOURS } from './design.ts'

describe('the ebook’s colours', () => {
  it('are those of the site’s paper edition', async () => {
    const css = await readFile(new URL('../src/styles/tokens.css', import.meta.url), 'utf8')
    const token = (name: string) => new RegExp(`--${name}: (#\\w+);`).exec(css)?.[1]
    expect(COLOURS).toEqual({
      paper: token('paper'),
      ink: token('ink'),
      inkSoft: token('ink-soft'),
      accent: token('accent'),
    })
  })
})

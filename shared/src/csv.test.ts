import { describe, expect, it } from 'vitest'
import { csv } from './csv.ts'

describe('CSV', () => {
  it('quotes what would break a row', () => {
    expect(
      csv(
        ['a', 'b'],
        [
          ['x, y', 'say "hello"'],
          ['two\nlines', ''],
        ],
      ),
    ).toBe('a,b\r\n"x, y","say ""hello"""\r\n"two\nlines",\r\n')
  })

  it.each(['=1+1', '+44', '-2', '@sum', '\tx', '\rx', "=cmd|' /c calc'!a1"])('has no formula: %j', (text) => {
    expect(csv(['a'], [[text]]).replaceAll('"', '')).toBe(`a\r\n'${text}\r\n`)
  })
})

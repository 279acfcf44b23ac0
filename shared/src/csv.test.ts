import { describe, expect, it } from 'vitest'
import { csv } from './csv.ts'

describe('CSV', () => {
  it('quotes every cell', () => {
    expect(
      csv(
        ['a', 'b'],
        [
          ['x, y', 'say "hello"'],
          ['two\nlines', ''],
        ],
      ),
    ).toBe('"a","b"\r\n"x, y","say ""hello"""\r\n"two\nlines",""\r\n')
  })

  it.each(['=1+1', '+44', '-2', '@sum', "=cmd|' /c calc'!a1", '＝1+1', '＠sum', '\vx', '\nx', '\tx', '\rx'])(
    'has no formula: %j',
    (text) => {
      expect(csv(['a'], [[text]])).toBe(`"a"\r\n"'${text}"\r\n`)
    },
  )

  it('leaves numbers as they are, negative ones too', () => {
    expect(csv(['a'], [[-12.5, '-12.5', 0]])).toBe(`"a"\r\n"-12.5","'-12.5","0"\r\n`)
  })

  it('has none after a separator of another locale or a line break either', () => {
    expect(csv(['a'], [['x;=1+1'], ['x\n@sum'], ['x; y = 1'], [' =1'], ['x;\t=1']])).toBe(
      `"a"\r\n"x;'=1+1"\r\n"x\n'@sum"\r\n"x; y = 1"\r\n" '=1"\r\n"x;\t'=1"\r\n`,
    )
  })
})

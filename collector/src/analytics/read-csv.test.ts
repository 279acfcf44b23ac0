import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { csv } from '@half-measure/shared/csv.ts'
import { CsvError, type CsvRow, readCsv } from './read-csv.ts'

async function* inPieces(bytes: Uint8Array, size: number): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size)
}

async function rowsOf(text: string | Uint8Array, size = 1_000) {
  const bytes = typeof text === 'string' ? new TextEncoder().encode(text) : text
  const rows: CsvRow[] = []
  for await (const row of readCsv(inPieces(bytes, size))) rows.push(row)
  return rows
}

describe('readCsv', () => {
  // By line, the cells of the row that begins there.
  it.each<[string, Record<number, string[]>]>([
    ['a,b\r\nc,d\r\n', { 1: ['a', 'b'], 2: ['c', 'd'] }],
    ['a,b\nc,d', { 1: ['a', 'b'], 2: ['c', 'd'] }],
    ['a\rb\r', { 1: ['a'], 2: ['b'] }],
    ['\uFEFFa,b', { 1: ['a', 'b'] }],
    [',\n,', { 1: ['', ''], 2: ['', ''] }],
    ['a\n\n\nb', { 1: ['a'], 4: ['b'] }],
    ['""', { 1: [''] }],
    ['"a,b","c ""d""",e', { 1: ['a,b', 'c "d"', 'e'] }],
    ['"two\r\nlines","and\n\nthree"\nnext', { 1: ['two\r\nlines', 'and\n\nthree'], 5: ['next'] }],
    ['', {}],
  ])('%j', async (text, rows) => {
    const expected = Object.entries(rows).map(([line, cells]) => ({ line: Number(line), cells }))
    expect(await rowsOf(text)).toEqual(expected)
    expect(await rowsOf(text, 1)).toEqual(expected)
  })

  it.each([
    ['a quote that is never closed', 'a\n"b\nc\n', 2, /does not end/],
    ['a quote within a plain cell', 'a\nb"c', 2, /a quote within/],
    ['text after a closing quote', 'a\n\n"b"c', 3, /after a closing quote/],
    ['a cell without an end', `"${'x'.repeat(20_000)}"`, 1, /a cell does not end/],
    ['a line with more cells than any export', `a\n${','.repeat(1_000)}`, 2, /more than 1,000 cells/],
  ])('refuses %s', async (_, text, line, problem) => {
    const refused = await rowsOf(text).catch((error: unknown) => error)
    expect(refused).toBeInstanceOf(CsvError)
    expect(refused).toMatchObject({ line, message: expect.stringMatching(problem) })
  })

  it('refuses what is not UTF-8', async () => {
    await expect(rowsOf(new Uint8Array([97, 10, 0xc3, 0x28]))).rejects.toThrow(/not UTF-8/)
  })

  it('reads back what is written, whatever is in it and however it is cut', async () => {
    // Written without an apostrophe against formulas.
    const isPlain = (text: string) => csv([text], []) === `"${text.replaceAll('"', '""')}"\r\n`
    const cell = fc.oneof(
      fc.string({ unit: 'grapheme', maxLength: 12 }),
      fc.constantFrom('"', ',', 'x\n', 'x\r\n', 'x\r'),
    )
    const row = fc.array(cell.filter(isPlain), { minLength: 2, maxLength: 4 })
    await fc.assert(
      fc.asyncProperty(
        fc.array(row, { maxLength: 5 }),
        fc.integer({ min: 1, max: 7 }),
        async (rows, size) => {
          const text = csv(['one', 'two'], rows)
          const read = await rowsOf(text, size)
          expect(read.slice(1).map(({ cells }) => cells)).toEqual(rows)
        },
      ),
    )
  })
})

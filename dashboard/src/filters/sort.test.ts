import { describe, expect, it } from 'vitest'
import { readSort, writeSort } from './sort.ts'

const usual = { by: 'views', descending: true }
const read = (text: string) => readSort(new URLSearchParams(text), ['views', 'title'], usual)

describe('the order in the address', () => {
  it('is the usual one unless told', () => {
    expect(read('')).toEqual(usual)
    expect(writeSort(usual, usual)).toBeNull()
  })

  it.each([
    ['views', { by: 'views', descending: false }],
    ['-title', { by: 'title', descending: true }],
  ])('%s is read and written the same', (text, sort) => {
    expect(read(`sort=${text}`)).toEqual(sort)
    expect(writeSort(sort, usual)).toBe(text)
  })

  it.each(['colour', '-', '--views'])('%s names no column', (text) => {
    expect(read(`sort=${text}`)).toEqual(usual)
  })
})

import { describe, expect, it } from 'vitest'
import { findEntries, nearestWords, type SearchEntry, wordsOf } from './find-entries.ts'

const entries: SearchEntry[] = [
  entry('/tokyo', 'Notes on Drinking in Tokyo', 'The Culture, Callum Frew', 'brussels foam last train sake'),
  entry('/brussels', 'The Brussels Revelation', 'The Culture, Imogen Hartley', 'cafe waiter half'),
  entry('/pine', 'The Trouble with a Christmas Tree', 'The Review, Callum Frew', 'spruce heather trees foam'),
]
const paths = (query: string) => findEntries(entries, query, '2026-11-20').map(({ path }) => path)

describe('search', () => {
  it('finds what begins with what was typed, in titles first', () => {
    expect(paths('brus')).toEqual(['/brussels', '/tokyo'])
  })

  it('requires all words, in any position', () => {
    expect(paths('callum foam')).toEqual(['/tokyo', '/pine'])
    expect(paths('callum café')).toEqual([])
  })

  it('puts an event that is past after everything else, from the day after its last', () => {
    const shown = { ...entry('/show', 'Hops', '', ''), lastDay: '2026-11-20' }
    const story = entry('/story', '', '', 'hops')
    const found = (today: string) => findEntries([shown, story], 'hops', today).map(({ path }) => path)
    expect(found('2026-11-20')).toEqual(['/show', '/story'])
    expect(found('2026-11-21')).toEqual(['/story', '/show'])
  })

  it('takes accents, capitals and plurals lightly', () => {
    expect(wordsOf('L’Été à l’Ancienne, 0.5%')).toEqual(['lete', 'a', 'lancienne', '0', '5'])
    expect(paths('CAFÉ')).toEqual(['/brussels'])
    expect(paths('halfs')).toEqual(['/brussels'])
  })

  it.each(['', '  ', '?!'])('finds nothing for %j', (query) => {
    expect(paths(query)).toEqual([])
  })

  it('proposes words that are there and nearly spelt so', () => {
    expect(nearestWords(entries, 'tokio')).toEqual(['tokyo'])
    expect(nearestWords(entries, 'sprouce')[0]).toBe('spruce')
    expect(nearestWords(entries, 'xylophone')).toEqual([])
  })

  it('proposes nothing for words without Latin letters, and never an empty word', () => {
    const blank = entry('/blank', 'A', '', '')
    expect(nearestWords([blank], '')).toEqual([])
    expect(nearestWords([blank], 'ab')).toEqual(['a'])
  })
})

function entry(path: string, title: string, meta: string, words: string): SearchEntry {
  return { path, title, about: '', meta, words }
}

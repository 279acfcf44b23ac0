import type { IncomingMessage } from 'node:http'
import { Readable } from 'node:stream'
import { describe, expect, it } from 'vitest'
import { isPrefetch, readText } from './node-request.ts'

describe('readText', () => {
  const MAX_BYTES = 64 * 1024
  const read = (...chunks: Buffer[]) =>
    readText(Readable.from(chunks) as unknown as IncomingMessage, MAX_BYTES)
  const memoryOf = (buffer: Buffer) => buffer.buffer.byteLength

  it('joins chunks, whatever characters they cut', async () => {
    const bytes = Buffer.from('\uFEFFhalf a pint of ½')
    for (let at = 0; at <= bytes.length; at++) {
      const parts = [bytes.subarray(0, at), bytes.subarray(at)].filter(({ length }) => length > 0)
      expect(await read(...parts)).toEqual({ text: 'half a pint of ½', bytes: bytes.length })
    }
    expect(await read()).toEqual({ text: '', bytes: 0 })
  })

  it('refuses longer bodies', async () => {
    expect(await read(Buffer.alloc(MAX_BYTES))).toMatchObject({ bytes: MAX_BYTES })
    expect(await read(Buffer.alloc(MAX_BYTES), Buffer.alloc(1))).toBeUndefined()
  })

  it('frees the memory of large chunks, and of nothing else', async () => {
    const parts = [Buffer.alloc(40_000, 'a'), Buffer.alloc(20_000, 'b')]
    const shared = Buffer.alloc(60_000, 'c')
    expect(await read(...parts)).toEqual({ text: 'a'.repeat(40_000) + 'b'.repeat(20_000), bytes: 60_000 })
    expect(parts.map(memoryOf)).toEqual([0, 0])
    expect(await read(shared.subarray(0, 30_000))).toEqual({ text: 'c'.repeat(30_000), bytes: 30_000 })
    expect(memoryOf(shared)).toBe(60_000)
  })
})

describe('isPrefetch', () => {
  it.each([
    ['prefetch'],
    ['prefetch;prerender'],
    ['prefetch;anonymous-client-ip'],
    ['prerender'],
    ['Prefetch'],
    ['preview'],
  ])('knows the purpose %j, from browsers of today and older ones', (purpose) => {
    expect(isPrefetch({ 'sec-purpose': purpose })).toBe(true)
    expect(isPrefetch({ purpose })).toBe(true)
  })

  it.each([[''], ['navigate'], ['fetch']])('is not the purpose %j', (purpose) => {
    expect(isPrefetch({ 'sec-purpose': purpose })).toBe(false)
  })

  it('is not a request that names none', () => {
    expect(isPrefetch({})).toBe(false)
  })
})

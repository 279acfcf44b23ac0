import { describe, expect, it } from 'vitest'
import { isSameOrigin } from './origin.ts'

describe('isSameOrigin', () => {
  it('is strict where the address is public', () => {
    const same = (header: string) => isSameOrigin(header, 'https://halfmeasure.test', false)
    expect(same('https://halfmeasure.test')).toBe(true)
    for (const header of [
      '',
      'null',
      'https://halfmeasure.test/',
      'https://halfmeasure.test:443',
      'http://halfmeasure.test',
      'https://HALFMEASURE.test',
      'https://www.halfmeasure.test',
      'https://halfmeasure.test.evil.test',
      'http://localhost:8080',
    ]) {
      expect(same(header), header).toBe(false)
    }
  })

  it('treats all names of this machine as one if configured', () => {
    const same = (header: string) => isSameOrigin(header, 'http://localhost:8080', true)
    for (const header of [
      'http://localhost:8080',
      'http://127.0.0.1:8080',
      'http://[::1]:8080',
      'http://admin.localhost:8080',
      'http://LOCALHOST:8080',
    ]) {
      expect(same(header), header).toBe(true)
    }
    for (const header of [
      '',
      'null',
      'localhost:8080',
      'http://localhost',
      'http://localhost:8081',
      'https://localhost:8080',
      'http://evil.localhost:8080',
      'http://localhost.evil.test:8080',
      'http://10.0.0.1:8080',
      'file:///index.html',
    ]) {
      expect(same(header), header).toBe(false)
    }
  })

  it('does not take them for one otherwise', () => {
    expect(isSameOrigin('http://127.0.0.1:8080', 'http://localhost:8080', false)).toBe(false)
    expect(isSameOrigin('http://localhost:8080', 'http://localhost:8080', false)).toBe(true)
  })

  it('does not take this machine for a public address', () => {
    expect(isSameOrigin('http://localhost:8080', 'https://halfmeasure.test', true)).toBe(false)
  })
})

import { describe, expect, it } from 'vitest'
import { clientFacts } from '../ingest/client-facts.ts'
import { openCountries } from '../ingest/country.ts'
import { COUNTRIES } from './countries.ts'
import { aReader } from './reader.ts'
import { SeededRandom } from './seeded-random.ts'

const readers = Array.from({ length: 20_000 }, (_, stream) => aReader(new SeededRandom(1, stream)))
const factsOf = readers.map(({ request }) => clientFacts({ ...request, receivedAt: 0 }))
const share = (count: number) => count / readers.length

describe('aReader', () => {
  it('is a program now and then, and then says so in the user agent', () => {
    expect(factsOf.map(({ isBot }) => isBot)).toEqual(readers.map(({ isBot }) => isBot))
    const bots = share(readers.filter(({ isBot }) => isBot).length)
    expect(bots).toBeGreaterThan(0.01)
    expect(bots).toBeLessThan(0.02)
  })

  it('has a browser and a system that are known by name', () => {
    const people = factsOf.filter(({ isBot }) => !isBot)
    expect(people.filter(({ browser }) => browser === 'Other')).toEqual([])
    expect(people.filter(({ os }) => os === 'Other')).toEqual([])
  })

  it('holds a telephone more often than not', () => {
    const of = (device: string) => share(factsOf.filter((facts) => facts.device === device).length)
    expect(of('mobile')).toBeGreaterThan(0.55)
    expect(of('desktop')).toBeGreaterThan(0.25)
    expect(of('tablet')).toBeGreaterThan(0.02)
  })
})

describe('COUNTRIES', () => {
  const countryOf = openCountries()

  it.each(COUNTRIES.flatMap(({ code, addresses }) => addresses.map((address) => [address, code])))(
    'the shipped table puts %s into %s',
    (address, code) => {
      expect(countryOf(address)).toBe(code)
    },
  )
})

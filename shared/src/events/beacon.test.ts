import { describe, expect, it } from 'vitest'
import { aBeacon, aPageView, aSessionId } from '../testing/events.ts'
import { problemsOf } from '../testing/problems-of.ts'
import {
  Beacon,
  BeaconReceipt,
  ConsentGrant,
  MAX_BEACON_BYTES,
  MAX_BEACON_EVENTS,
  SessionId,
} from './beacon.ts'

describe('SessionId', () => {
  it.each([
    ['session_1763632800000_k3j9x2'],
    ['session_0_AAAA'],
    [`session_1_${'a'.repeat(64)}`],
    [aSessionId()],
  ])('takes %s', (id) => {
    expect(problemsOf(SessionId, id)).toEqual([])
  })

  it.each([
    [''],
    ['session_1763632800000'],
    ['session__k3j9x2'],
    ['session_1_abc'],
    [`session_1_${'a'.repeat(65)}`],
    ['session_1_k3j9-2'],
    ['Session_1_k3j9x2'],
    [' session_1_k3j9x2'],
    ['session_1_k3j9x2\n'],
    ["session_1_k3j9x2' OR 1=1"],
    ['session_-1_k3j9x2'],
    ['session_١_k3j9x2'],
    [`session_${'1'.repeat(50_000)}_aaaa`],
    [1],
    [null],
  ])('refuses %j', (id) => {
    expect(problemsOf(SessionId, id)).toEqual([''])
  })
})

describe('ConsentGrant', () => {
  const grant = { analytics: true, version: '2026-11', at: '2026-11-20T10:00:00.000Z' }

  it('is a yes with its text and its time', () => {
    expect(ConsentGrant.parse(grant)).toEqual({ ...grant, at: Date.UTC(2026, 10, 20, 10) })
  })

  it.each([[false], ['true'], [1], [null], [undefined], [[true]], [{}]])('is not %j', (analytics) => {
    expect(problemsOf(ConsentGrant, { ...grant, analytics })).toEqual(['analytics'])
  })

  it.each([[undefined], [''], ['x'.repeat(33)], [2026], [null]])('is not one to the text %j', (version) => {
    expect(problemsOf(ConsentGrant, { ...grant, version })).toContain('version')
  })

  it.each([[undefined], ['yesterday'], [1_763_632_800_000], [null]])('is not one at %j', (at) => {
    expect(problemsOf(ConsentGrant, { ...grant, at })).toEqual(['at'])
  })

  it.each([[undefined], [null], [true], ['granted'], [[]]])('is not just %j', (value) => {
    expect(problemsOf(ConsentGrant, value)).not.toEqual([])
  })
})

describe('Beacon', () => {
  it('has the bounds of the contract', () => {
    expect(MAX_BEACON_BYTES).toBe(65_536)
    expect(MAX_BEACON_EVENTS).toBe(100)
  })

  it('takes 0 to 100 events, whatever they are: each is judged for itself', () => {
    expect(problemsOf(Beacon, aBeacon({ events: [] }))).toEqual([])
    expect(problemsOf(Beacon, { ...aBeacon(), events: Array(100).fill(null) })).toEqual([])
    expect(problemsOf(Beacon, { ...aBeacon(), events: Array(101).fill(aPageView()) })).toEqual(['events'])
  })

  it.each([[undefined], [null], [{}], ['[]'], [{ length: 1 }]])('refuses events that are %j', (events) => {
    expect(problemsOf(Beacon, { ...aBeacon(), events })).toEqual(['events'])
  })

  it('needs a session, and does without the time of sending', () => {
    const { session_id: _, sent_at: __, ...bare } = aBeacon()
    expect(problemsOf(Beacon, bare)).toEqual(['session_id'])
    expect(problemsOf(Beacon, { ...bare, session_id: aSessionId() })).toEqual([])
    expect(problemsOf(Beacon, { ...bare, session_id: aSessionId(), sent_at: 'now' })).toEqual(['sent_at'])
  })

  it('strips what it does not know', () => {
    const parsed = Beacon.parse({
      ...aBeacon(),
      received_at: 'x',
      consent: { ...aBeacon().consent, marketing: true },
    })
    expect(Object.keys(parsed).sort()).toEqual(['consent', 'events', 'sent_at', 'session_id'])
    expect(Object.keys(parsed.consent).sort()).toEqual(['analytics', 'at', 'version'])
  })
})

describe('BeaconReceipt', () => {
  it('accepts the response of the contract', () => {
    const receipt = {
      accepted: 3,
      duplicates: 1,
      rejected: [{ index: 4, event_id: null, reason: 'invalid_event', detail: 'type: unknown' }],
    }
    expect(BeaconReceipt.parse(receipt)).toEqual(receipt)
    expect(problemsOf(BeaconReceipt, { ...receipt, accepted: '3' })).toEqual(['accepted'])
  })
})

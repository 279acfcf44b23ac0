import { beforeEach, describe, expect, it } from 'vitest'
import { type IssueRequest, IssueTally } from './issue-tally.ts'

const SENT_AT = Date.parse('2026-11-20T17:00:00Z')
const PHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko)'
const GMAIL = 'Mozilla/5.0 (Windows NT 5.1; rv:11.0) Gecko Firefox/11.0 (via ggpht.com GoogleImageProxy)'

let now: number
let tally: IssueTally
beforeEach(() => {
  now = SENT_AT + 90_000
  tally = new IssueTally(() => now)
})

const by = (part: Partial<IssueRequest> = {}): IssueRequest => ({
  issueId: 'issue',
  startedAt: new Date(SENT_AT),
  emails: 2_000,
  countingOpens: 1_000,
  network: '203.0.113.7',
  userAgent: PHONE,
  ...part,
})

/** Kinds with their counts, of all links and hours. */
function counted(): Record<string, number> {
  const sums: Record<string, number> = {}
  for (const { kind, count } of tally.take(true)) sums[kind] = (sums[kind] ?? 0) + count
  return sums
}

describe('opens of an issue', () => {
  it('count once a day for one network and program', () => {
    for (let n = 0; n < 3; n += 1) tally.open(by())
    tally.open(by({ network: '203.0.113.8' }))
    tally.open(by({ userAgent: `${PHONE} Version/26.1` }))
    expect(counted()).toEqual({ open: 3 })
    now += 25 * 3_600_000
    tally.open(by())
    expect(counted()).toEqual({ open: 1 })
  })

  it('count each time where a provider’s proxy loads the picture for many readers', () => {
    for (let n = 0; n < 3; n += 1) tally.open(by({ userAgent: GMAIL }))
    expect(counted()).toEqual({ open: 3 })
  })

  it.each([
    ['a provider’s proxy', () => ({ userAgent: GMAIL })],
    ['ever new programs', (n: number) => ({ userAgent: `${PHONE} ${n}` })],
  ])('are readers’ once an hour for each email that counts them: %s', (_, part) => {
    const load = () => {
      for (let n = 0; n < 5_000; n += 1) tally.open(by({ countingOpens: 20, ...part(n) }))
      return counted()
    }
    expect(load()).toEqual({ open: 20, machine_open: 4_980 })
    expect(load().open).toBeUndefined()
    now += 3_600_000
    for (let n = 0; n < 30; n += 1) tally.open(by({ countingOpens: 20, network: `198.51.100.${n}` }))
    expect(counted()).toEqual({ open: 20, machine_open: 10 })
  })

  it('are readers’ ten times an hour where there are fewer emails', () => {
    for (let n = 0; n < 11; n += 1) tally.open(by({ countingOpens: 2, userAgent: GMAIL }))
    expect(counted()).toEqual({ open: 10, machine_open: 1 })
  })

  it.each([
    ['a program that says it is a machine', { userAgent: 'Barracuda Sentinel (EE)' }],
    ['Apple’s proxy, which loads what nobody reads', { userAgent: 'Mozilla/5.0' }],
    ['a program without a name', { userAgent: '' }],
    ['the first half minute, before any reader', { startedAt: new Date(SENT_AT + 61_000) }],
  ])('are counted apart of %s', (_, part) => {
    tally.open(by(part))
    expect(counted()).toEqual({ machine_open: 1 })
  })
})

describe('clicks on an issue’s links', () => {
  it('count by link and hour, ten seconds later', () => {
    tally.click(by(), 1)
    now += 9_000
    tally.click(by(), 2)
    expect(tally.take()).toEqual([])
    now += 2_000
    expect(tally.take()).toEqual([1, 2].map((link) => count({ kind: 'click', link, hour: 0 })))
    now += 7_200_000
    tally.click(by({ network: '203.0.113.8' }), 2)
    expect(tally.take(true)).toEqual([count({ kind: 'click', link: 2, hour: 2 })])
  })

  it('count once a day for one network and browser', () => {
    for (let n = 0; n < 3; n += 1) tally.click(by(), 1)
    expect(counted()).toEqual({ click: 1 })
    tally.click(by(), 1)
    expect(counted()).toEqual({})
  })

  it('are a scanner’s where three are followed within ten seconds, and what it follows next', () => {
    for (const link of [1, 2, 3, 4]) {
      tally.click(by(), link)
      now += 1_000
    }
    tally.click(by({ network: '203.0.113.8' }), 1)
    now += 60_000
    tally.click(by(), 5)
    expect(counted()).toEqual({ machine_click: 5, click: 1 })
  })

  it('are a reader’s where they take their time', () => {
    for (const link of [1, 2, 3, 4]) {
      tally.click(by(), link)
      now += 5_001
    }
    expect(counted()).toEqual({ click: 4 })
  })

  it('are readers’ once an hour for each email and link', () => {
    const follow = (link: number) => {
      for (let n = 0; n < 1_000; n += 1)
        tally.click(by({ emails: 20, countingOpens: 0, userAgent: `${PHONE} ${n}` }), link)
      now += 11_000
    }
    follow(1)
    follow(2)
    expect(counted()).toEqual({ click: 40, machine_click: 1_960 })
    now += 3_600_000
    tally.click(by({ emails: 20, network: '203.0.113.8' }), 1)
    expect(counted()).toEqual({ click: 1 })
  })

  it('are counted apart in the first half minute, and of programs that say they are machines', () => {
    tally.click(by({ userAgent: 'python-requests/2.32' }), 1)
    tally.click(by({ userAgent: GMAIL }), 1)
    tally.click(by({ startedAt: new Date(now - 29_999) }), 1)
    tally.click(by({ startedAt: new Date(now - 30_000), network: '203.0.113.9' }), 1)
    expect(counted()).toEqual({ machine_click: 3, click: 1 })
  })
})

it('counts that could not be stored are added to those that follow', () => {
  tally.open(by())
  const taken = tally.take()
  tally.open(by({ network: '203.0.113.8' }))
  tally.giveBack(taken)
  expect(tally.take()).toEqual([count({ kind: 'open', count: 2 })])
})

function count(part: object) {
  return { issue_id: 'issue', link: 0, hour: 0, count: 1, ...part }
}

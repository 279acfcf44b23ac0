import { createHash } from 'node:crypto'
import { isbot } from 'isbot'
import { LRUCache } from 'lru-cache'
import { DAY_MS, HOUR_MS } from '@half-measure/shared/durations.ts'
import type { IssueCountKind } from '../../../database/schema/audience-tables.ts'
import { hourOf, type IssueCount } from '../../newsletter/issue-counts.ts'

/*
 * Counts opens and clicks of newsletter issues in memory, until they are stored as numbers.
 *
 * 1. Nothing about a reader is stored. Network and program identify repeated requests, in memory, for a day.
 * 2. Counts are approximate: a crash loses the last seconds, and collectors do not share what they remember.
 * 3. Machines are counted separately: self-declared programs, requests in the first half minute after sending began, and
 *    clients that follow three links of an issue within ten seconds. So a click counts only after ten seconds.
 */

interface Issue {
  readonly issueId: string
  readonly startedAt: Date
}

/** A request for an issue's picture, or for one of its links. */
export interface IssueRequest extends Issue {
  /** See `clientNetwork`. */
  readonly network: string
  readonly userAgent: string
}

/** No reader is faster: the email has to be queued, delivered and read first. */
const READERS_AFTER_MS = 30_000
const BURST_MS = 10_000
/** A client that follows this many links within `BURST_MS` is a scanner, and remains one for this long. */
const BURST_LINKS = 3
const SCANNER_MS = HOUR_MS
/** The least recently seen client is forgotten first. */
const MAX_CLIENTS = 100_000

/**
 * Programs that `isbot` lists and that load pictures because a reader opens an email: two providers' image proxies, and
 * Outlook on phones.
 */
const LOAD_FOR_READERS = /GoogleImageProxy|YahooMailProxy|^Outlook-/

/** A client's recent clicks, which may still prove to be a scanner's. */
interface Clicks {
  readonly issue: Issue
  readonly since: number
  readonly links: Set<number>
}

export class IssueTally {
  readonly #counts = new Map<string, IssueCount>()
  readonly #clicks = new Map<string, Clicks>()
  readonly #seen: LRUCache<string, true>
  readonly #scanners: LRUCache<string, true>
  readonly #now: () => number

  constructor(now: () => number) {
    this.#now = now
    const remembered = { max: MAX_CLIENTS, perf: { now }, ttlResolution: 0 }
    this.#seen = new LRUCache({ ...remembered, ttl: DAY_MS })
    this.#scanners = new LRUCache({ ...remembered, ttl: SCANNER_MS })
  }

  open(request: IssueRequest): void {
    const { userAgent } = request
    const loadsForReaders = LOAD_FOR_READERS.test(userAgent)
    const kind = !loadsForReaders && this.#isMachine(request) ? 'machine_open' : 'open'
    // A provider's proxy loads for many readers.
    if (loadsForReaders || this.#isNew(`${kind} ${clientOf(request)}`))
      this.#add(request, kind, 0, this.#now())
  }

  /** @param link position of the link. */
  click(request: IssueRequest, link: number): void {
    const client = clientOf(request)
    const kind = this.#isMachine(request) || this.#scanners.has(client) ? 'machine_click' : 'click'
    if (!this.#isNew(`${kind} ${link} ${client}`)) return
    const at = this.#now()
    if (kind === 'machine_click') {
      this.#add(request, kind, link, at)
      return
    }
    this.#settle(at)
    const clicks = this.#clicks.get(client) ?? {
      issue: { issueId: request.issueId, startedAt: request.startedAt },
      since: at,
      links: new Set(),
    }
    clicks.links.add(link)
    // Nor is it readers where there are more than any newsletter has.
    if (clicks.links.size < BURST_LINKS && this.#clicks.size < MAX_CLIENTS) {
      this.#clicks.set(client, clicks)
      return
    }
    this.#clicks.delete(client)
    this.#scanners.set(client, true)
    for (const followed of clicks.links) this.#add(request, 'machine_click', followed, clicks.since)
  }

  /** Counts since the last call. @param all including clicks of the last seconds. */
  take(all = false): IssueCount[] {
    this.#settle(all ? Infinity : this.#now())
    const counts = [...this.#counts.values()]
    this.#counts.clear()
    return counts
  }

  /** Restores counts that could not be stored. */
  giveBack(counts: readonly IssueCount[]): void {
    for (const count of counts) this.#addCount(count)
  }

  #isMachine({ startedAt, userAgent }: IssueRequest): boolean {
    return userAgent === '' || isbot(userAgent) || this.#now() - startedAt.getTime() < READERS_AFTER_MS
  }

  /** Whether it was not seen for a day. */
  #isNew(key: string): boolean {
    const isNew = !this.#seen.has(key)
    if (isNew) this.#seen.set(key, true)
    return isNew
  }

  /** Counts clicks that were not followed by a burst, oldest first. */
  #settle(now: number): void {
    for (const [client, { issue, since, links }] of this.#clicks) {
      if (now - since < BURST_MS) return
      this.#clicks.delete(client)
      for (const link of links) this.#add(issue, 'click', link, since)
    }
  }

  #add({ issueId, startedAt }: Issue, kind: IssueCountKind, link: number, at: number): void {
    this.#addCount({ issue_id: issueId, kind, link, hour: hourOf(startedAt, new Date(at)), count: 1 })
  }

  #addCount({ count, ...of }: IssueCount): void {
    const key = `${of.issue_id} ${of.kind} ${of.link} ${of.hour}`
    this.#counts.set(key, { ...of, count: count + (this.#counts.get(key)?.count ?? 0) })
  }
}

/** Hashed, because a user agent may be long. */
function clientOf({ issueId, network, userAgent }: IssueRequest): string {
  return createHash('sha256').update(`${issueId} ${network} ${userAgent}`).digest('base64url')
}

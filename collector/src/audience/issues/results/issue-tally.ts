import { createHash } from 'node:crypto'
import { isbot } from 'isbot'
import { LRUCache } from 'lru-cache'
import { atMost } from '../../../platform/at-most.ts'
import { DAY_MS, HOUR_MS } from '@half-measure/shared/durations.ts'
import type { IssueCountKind } from '../../../database/schema/audience-tables.ts'
import { hourOf, type IssueCount } from '../../newsletter/issue-counts.ts'
import type { SentIssue } from './sent-issues.ts'

/*
 * Counts opens and clicks of newsletter issues in memory, until they are stored as numbers.
 *
 * 1. Nothing about a reader is stored. Network and program identify repeated requests, in memory, for a day.
 * 2. Counts are approximate: a crash loses the last seconds, and collectors do not share what they remember.
 * 3. Machines are counted separately: self-declared programs, requests in the first half minute after sending began, and
 *    clients that follow three links of an issue within ten seconds. So a click counts only after ten seconds.
 * 4. The URLs are the same for every reader, so anybody with one can request it without end, under ever new names. An
 *    hour has at most as many opens, and each link as many clicks, as there are emails that could cause them; any
 *    excess is counted with the machines.
 */

interface Issue extends Pick<SentIssue, 'startedAt' | 'emails' | 'countingOpens'> {
  readonly issueId: string
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
/** Opens in an hour, and clicks on a link, that readers of few emails may cause, on several devices or by forwarding. */
const FEW = 10
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
  /** Opens and clicks in the last hour with any, by issue and link: no more entries than there are links. */
  readonly #hours = new Map<string, { readonly hour: number; readonly count: number }>()
  readonly #seen: LRUCache<string, true>
  readonly #scanners: LRUCache<string, true>
  readonly #now: () => number

  constructor(now: () => number) {
    this.#now = now
    const remembered = { ...atMost(MAX_CLIENTS), perf: { now }, ttlResolution: 0 }
    this.#seen = new LRUCache({ ...remembered, ttl: DAY_MS })
    this.#scanners = new LRUCache({ ...remembered, ttl: SCANNER_MS })
  }

  open(request: IssueRequest): void {
    const { userAgent } = request
    const loadsForReaders = LOAD_FOR_READERS.test(userAgent)
    const kind = !loadsForReaders && this.#isMachine(request) ? 'machine_open' : 'open'
    // A provider's proxy loads for many readers.
    if (!loadsForReaders && !this.#isNew(`${kind} ${clientOf(request)}`)) return
    if (kind === 'open') this.#addReaders(request, kind, 0, this.#now())
    else this.#add(request, kind, 0, this.#now())
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
    this.#countSingleClicks(at)
    const { issueId, startedAt, emails, countingOpens } = request
    const clicks = this.#clicks.get(client) ?? {
      issue: { issueId, startedAt, emails, countingOpens },
      since: at,
      links: new Set(),
    }
    clicks.links.add(link)
    // More clients at once than any newsletter has readers are machines too.
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
    this.#countSingleClicks(all ? Infinity : this.#now())
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

  /** Whether the key has not been seen for a day. */
  #isNew(key: string): boolean {
    const isNew = !this.#seen.has(key)
    if (isNew) this.#seen.set(key, true)
    return isNew
  }

  /** Counts clicks that turned out not to be part of a burst, oldest first. */
  #countSingleClicks(now: number): void {
    for (const [client, { issue, since, links }] of this.#clicks) {
      if (now - since < BURST_MS) return
      this.#clicks.delete(client)
      for (const link of links) this.#addReaders(issue, 'click', link, since)
    }
  }

  #addReaders(issue: Issue, kind: 'open' | 'click', link: number, at: number): void {
    const key = `${issue.issueId} ${kind} ${link}`
    const hour = Math.floor((at - issue.startedAt.getTime()) / HOUR_MS)
    const last = this.#hours.get(key)
    const count = last?.hour === hour ? last.count : 0
    const most = Math.max(kind === 'open' ? issue.countingOpens : issue.emails, FEW)
    if (count >= most) {
      this.#add(issue, `machine_${kind}`, link, at)
      return
    }
    this.#hours.set(key, { hour, count: count + 1 })
    this.#add(issue, kind, link, at)
  }

  #add(
    { issueId, startedAt }: Pick<Issue, 'issueId' | 'startedAt'>,
    kind: IssueCountKind,
    link: number,
    at: number,
  ): void {
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

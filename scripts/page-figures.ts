import lighthouse, { type Config, type Flags, type Result } from 'lighthouse'
import defaults from 'lighthouse/core/config/default-config.js'
import { z } from 'zod'
import { ProcessorTimeTrace } from './processor-time.ts'

export const CATEGORIES = ['performance', 'accessibility', 'best-practices', 'seo'] as const
export type Category = (typeof CATEGORIES)[number]

const Request = z.object({ url: z.string(), resourceType: z.string().optional(), transferSize: z.number() })

export type PageFigures = Awaited<ReturnType<typeof measurePage>>

export interface MeasureOptions {
  /** Port of the browser's debugger. */
  readonly port: number
  /** Whether the browser keeps its cookies; by default it has none. */
  readonly keepsCookies?: boolean
  /** Audits that do not apply to this page. */
  readonly skipAudits?: readonly string[]
}

/**
 * Lighthouse's mobile preset on one page, before any choice about cookies, by the main thread's processor time
 * (`processor-time.ts`). Times are milliseconds on its simulated phone, scores are of 100.
 *
 * @throws where Lighthouse could not measure.
 */
export async function measurePage(
  address: string,
  { port, keepsCookies = false, skipAudits = [] }: MeasureOptions,
) {
  const { audits, categories } = await runLighthouse(address, {
    port,
    logLevel: 'error',
    onlyCategories: [...CATEGORIES],
    skipAudits: [...skipAudits],
    disableStorageReset: keepsCookies,
    ignoreStatusCode: true,
  })

  const value = (audit: string): number => {
    const found = audits[audit]?.numericValue
    if (found === undefined) throw new Error(`Lighthouse did not measure ${audit} of ${address}`)
    return found
  }
  const details = audits['network-requests']?.details
  // Pictures inside a style sheet are not requests.
  const requests = z
    .array(Request)
    .parse(details && 'items' in details ? details.items : undefined)
    .filter(({ url }) => !url.startsWith('data:'))
  return {
    scores: byCategory((name) => Math.round((categories[name]?.score ?? 0) * 100)),
    fcp_ms: Math.round(value('first-contentful-paint')),
    lcp_ms: Math.round(value('largest-contentful-paint')),
    tbt_ms: Math.round(value('total-blocking-time')),
    /** Until the main thread and the network are quiet. */
    interactive_ms: Math.round(value('interactive')),
    /** Layout shift, a share of the screen. */
    cls: Number(value('cumulative-layout-shift').toFixed(4)),
    requests: requests.length,
    third_party_requests: requests.filter(({ url }) => !url.startsWith(new URL(address).origin)).length,
    bytes: transferOf(requests),
    /** Audits that cost a score, by their Lighthouse names. */
    complaints: CATEGORIES.flatMap((name) => categories[name]?.auditRefs ?? [])
      .filter(({ id, weight }) => weight > 0 && (audits[id]?.score ?? 1) < 1)
      .map(({ id }) => id),
  }
}

function byCategory(scoreOf: (category: Category) => number): Record<Category, number> {
  return Object.fromEntries(CATEGORIES.map((name) => [name, scoreOf(name)])) as Record<Category, number>
}

/** Lighthouse's own, except for the clock of the main thread. */
const CONFIG: Config = {
  ...defaults,
  artifacts: (defaults.artifacts ?? []).map((artifact) =>
    artifact.id === 'Trace' ? { ...artifact, gatherer: { implementation: ProcessorTimeTrace } } : artifact,
  ),
}

/** A busy machine loses a trace now and then; Lighthouse then needs another run. */
const ATTEMPTS = 3

async function runLighthouse(address: string, flags: Flags): Promise<Result> {
  for (let attempt = 1; ; attempt++) {
    const found = await lighthouse(address, flags, CONFIG)
    if (!found) throw new Error(`Lighthouse gave no result for ${address}`)
    const { runtimeError } = found.lhr
    if (!runtimeError) return found.lhr
    if (attempt === ATTEMPTS) throw new Error(`${address}: ${runtimeError.message}`)
    console.log(`again, after ${runtimeError.code}`)
  }
}

/** Bytes as they came over the wire, headers included. */
function transferOf(requests: readonly z.infer<typeof Request>[]) {
  const sizes = (type: string) =>
    requests.filter(({ resourceType }) => resourceType === type).map(({ transferSize }) => transferSize)
  const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0)
  return {
    html: sum(sizes('Document')),
    scripts: sum(sizes('Script')),
    styles: sum(sizes('Stylesheet')),
    fonts: sum(sizes('Font')),
    pictures: sum(sizes('Image')),
    /** The heaviest of the pictures. */
    picture: Math.max(0, ...sizes('Image')),
    /** Everything, icons and manifests included. */
    total: sum(requests.map(({ transferSize }) => transferSize)),
  }
}

/**
 * The middle of each time and score over several runs of one page, and the rest of the first run. Other work on the
 * machine worsens single figures of a run at random: the run with the middle of one may have the worst of another.
 */
export function middleOf(runs: readonly [PageFigures, ...PageFigures[]]): PageFigures {
  const middle = (figure: (run: PageFigures) => number): number =>
    runs.map(figure).sort((a, b) => a - b)[Math.floor(runs.length / 2)] ?? figure(runs[0])
  return {
    ...runs[0],
    scores: byCategory((name) => middle(({ scores }) => scores[name])),
    fcp_ms: middle((run) => run.fcp_ms),
    lcp_ms: middle((run) => run.lcp_ms),
    tbt_ms: middle((run) => run.tbt_ms),
    interactive_ms: middle((run) => run.interactive_ms),
    cls: middle((run) => run.cls),
  }
}

const KB = 1024

/** A page's limits. Bytes are as sent, so brotli for text; the builds weigh scripts and styles as gzip. */
export interface Budget {
  /** Scores that have to be 100. */
  readonly scores: readonly Category[]
  readonly figures: Readonly<Partial<Record<keyof PageFigures, number>>>
  readonly bytes: Readonly<Partial<PageFigures['bytes']>>
}

export const MAGAZINE: Budget = {
  scores: CATEGORIES,
  figures: { lcp_ms: 1_300, tbt_ms: 50, cls: 0.01, third_party_requests: 0 },
  bytes: { scripts: 15 * KB, styles: 10 * KB, fonts: 68 * KB, picture: 60 * KB },
}

/** The first view of somebody who is not signed in. */
export const SIGN_IN: Budget = {
  scores: ['accessibility'],
  figures: { interactive_ms: 1_500, cls: 0.01, third_party_requests: 0 },
  bytes: { scripts: 110 * KB },
}

/**
 * The overview at the first visit of somebody who is signed in, a tenth above its figures, so that it gets no worse: its
 * files, the session, the role and the figures come one after the other.
 */
export const OVERVIEW: Budget = {
  scores: ['accessibility'],
  figures: { interactive_ms: 5_700, cls: 0.11, third_party_requests: 0 },
  bytes: { scripts: 320 * KB },
}

/** The limits that a page exceeds, one per line; empty if it keeps to its budget. */
export function judgePage(page: string, figures: PageFigures, budget: Budget): string[] {
  const over = (limits: Readonly<Record<string, number>>, found: Readonly<Record<string, unknown>>) =>
    Object.entries(limits)
      .filter(([name, limit]) => Number(found[name]) > limit)
      .map(([name, limit]) => `${page}: ${name} ${String(found[name])}, of at most ${limit}`)
  return [
    ...budget.scores
      .filter((category) => figures.scores[category] < 100)
      .map((category) => `${page}: ${category} ${figures.scores[category]} of 100`),
    ...over(budget.figures, { ...figures }),
    ...over(budget.bytes, { ...figures.bytes }),
  ]
}

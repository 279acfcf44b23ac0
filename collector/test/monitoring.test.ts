import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parse } from 'yaml'
import { beforeAll, describe, expect, it } from 'vitest'
import { registerAccountMetrics } from '../src/observability/account-metrics.ts'
import { createMetrics } from '../src/observability/metrics.ts'

const folder = join(import.meta.dirname, '../../infra/monitoring')
const text = (path: string) => readFile(join(folder, path), 'utf8')

interface Rule {
  alert: string
  expr: string
  labels: { severity: string }
  annotations: { summary: string; runbook: string }
}
interface Panel {
  title: string
  targets: { expr: string }[]
}

let known: Set<string>
let rules: Rule[]
let panels: Panel[]

beforeAll(async () => {
  const { registry } = createMetrics()
  // Names are all that is asked for; nothing is read.
  registerAccountMetrics(registry, {} as Parameters<typeof registerAccountMetrics>[1], {
    maxSpoolBytes: 1,
    dataDir: '/tmp',
  })
  known = new Set(registry.getMetricsAsArray().map(({ name }) => name))
  const { groups } = parse(await text('prometheus/alerts.yml')) as { groups: { rules: Rule[] }[] }
  rules = groups.flatMap((group) => group.rules)
  panels = (JSON.parse(await text('grafana/dashboards/event-log.json')) as { panels: Panel[] }).panels
})

/** The metrics that an expression names, without what a histogram adds to its own. */
function namedIn(expression: string): string[] {
  return [...expression.matchAll(/\b(?:half_measure|nodejs|process)_\w+/g)].map(([name]) =>
    name.replace(/_(?:bucket|count|sum)$/, ''),
  )
}

describe('alerts', () => {
  it('ask for metrics that the collector has', () => {
    const named = rules.flatMap(({ expr }) => namedIn(expr))
    expect(named.length).toBeGreaterThan(10)
    expect(named.filter((name) => !known.has(name))).toEqual([])
  })

  it('each name a runbook that is written', async () => {
    const runbooks = await text('../../docs/operations/runbooks.md')
    const headings = [...runbooks.matchAll(/^## (.+)$/gm)].map(([, heading = '']) =>
      heading
        .toLowerCase()
        .replaceAll(/[^\w ]/g, '')
        .replaceAll(' ', '-'),
    )
    expect(rules.filter(({ annotations }) => !headings.includes(annotations.runbook))).toEqual([])
  })

  it('say how urgent they are, in two words that mean something', () => {
    for (const { labels } of rules) expect(['page', 'ticket']).toContain(labels.severity)
  })
})

describe('the dashboard', () => {
  it('asks for metrics that the collector has', () => {
    const named = panels.flatMap(({ targets }) => targets.flatMap(({ expr }) => namedIn(expr)))
    expect(named.length).toBeGreaterThan(15)
    expect(named.filter((name) => !known.has(name))).toEqual([])
  })
})

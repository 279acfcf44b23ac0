import { spawnSync } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parse } from 'yaml'
import { beforeAll, describe, expect, it } from 'vitest'
import { registerDeliveryMetrics } from '../src/operations/observability/delivery-metrics.ts'
import { createMetrics } from '../src/operations/observability/metrics.ts'

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
  // Only the names are needed; no value is read.
  registerDeliveryMetrics(registry, {} as Parameters<typeof registerDeliveryMetrics>[1], {
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

/** As GitHub and its like make it of a heading. */
function anchorOf(heading: string): string {
  return heading
    .toLowerCase()
    .replaceAll(/[^\w ]/g, '')
    .replaceAll(' ', '-')
}

describe('alerts', () => {
  it('query metrics that the collector has', () => {
    const named = rules.flatMap(({ expr }) => namedIn(expr))
    expect(named.length).toBeGreaterThan(10)
    expect(named.filter((name) => !known.has(name))).toEqual([])
  })

  it('each name an existing runbook that begins with them', async () => {
    const runbooks = await text('../../docs/operations/runbooks.md')
    const sections = new Map(
      runbooks.split(/^## /m).map((section) => [anchorOf(section.split('\n')[0] ?? ''), section]),
    )
    const named = (alert: string, runbook: string) =>
      /^\*\*Symptoms:\*\*.*$/m.exec(sections.get(runbook) ?? '')?.[0].includes(`\`${alert}\``)
    expect(rules.filter(({ alert, annotations }) => !named(alert, annotations.runbook))).toEqual([])
  })

  it('and metrics that the documents name exist', async () => {
    const folder = '../../docs/operations'
    const documents = await Promise.all(
      ['runbooks', 'backup', 'production', 'cluster', 'capacity'].map((name) => text(`${folder}/${name}.md`)),
    )
    const alerts = documents.flatMap((document) =>
      [...document.matchAll(/\balerts? ((?:`\w+`(?:, | or | and )?)+)/g)].flatMap(([, names = '']) =>
        [...names.matchAll(/\w+(?=`)/g)].map(([name]) => name),
      ),
    )
    expect(alerts.length).toBeGreaterThan(10)
    expect(alerts.filter((name) => !rules.some(({ alert }) => alert === name))).toEqual([])
    const metrics = documents.flatMap(namedIn)
    expect(metrics.length).toBeGreaterThan(2)
    expect(metrics.filter((name) => !known.has(name))).toEqual([])
  })

  it.skipIf(spawnSync('promtool', ['--version']).error)(
    'are raised when alerts.test.yml says, and otherwise not',
    () => {
      const { status, stdout, stderr } = spawnSync('promtool', ['test', 'rules', 'alerts.test.yml'], {
        cwd: join(folder, 'prometheus'),
        encoding: 'utf8',
      })
      expect(stdout + stderr).toContain('SUCCESS')
      expect(status).toBe(0)
    },
  )

  it('have the severity page or ticket', () => {
    for (const { labels } of rules) expect(['page', 'ticket']).toContain(labels.severity)
  })
})

describe('the dashboard', () => {
  it('queries metrics that the collector has', () => {
    const named = panels.flatMap(({ targets }) => targets.flatMap(({ expr }) => namedIn(expr)))
    expect(named.length).toBeGreaterThan(15)
    expect(named.filter((name) => !known.has(name))).toEqual([])
  })
})

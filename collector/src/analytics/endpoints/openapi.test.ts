import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { fileHeader, WHO_IS_COUNTED } from '@half-measure/shared/stats/definitions.ts'
import { METRICS } from '@half-measure/shared/stats/engine/metrics.ts'
import { ENDPOINTS } from './endpoints.ts'
import { openApi } from './openapi.ts'

const Operation = z.object({
  operationId: z.string(),
  summary: z.string(),
  description: z.string(),
  security: z.tuple([z.object({ token: z.array(z.string()) })]),
  parameters: z.array(
    z.object({
      name: z.string(),
      in: z.string(),
      description: z.string().optional(),
      schema: z.record(z.string(), z.unknown()),
    }),
  ),
  responses: z.record(z.string(), z.object({ content: z.record(z.string(), z.unknown()) })),
})
const Document = z.object({
  openapi: z.literal('3.1.1'),
  paths: z.record(z.string(), z.object({ get: Operation })),
})

const document = Document.parse(openApi('https://admin.halfmeasure.test'))
const operations = Object.values(document.paths).map(({ get }) => get)

describe('openApi', () => {
  it('describes each query once, under a name of its own', () => {
    expect(Object.keys(document.paths)).toHaveLength(ENDPOINTS.length)
    expect(new Set(operations.map(({ operationId }) => operationId)).size).toBe(ENDPOINTS.length)
    expect(operations.map(({ operationId }) => operationId)).toContain('experimentsResults')
  })

  it('declares every part of a path, and no parameter twice', () => {
    for (const [path, { get }] of Object.entries(document.paths)) {
      const names = get.parameters.map(({ name }) => name)
      expect(new Set(names).size, path).toBe(names.length)
      const parts = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name)
      expect(get.parameters.filter((parameter) => parameter.in === 'path').map(({ name }) => name)).toEqual(
        parts,
      )
    }
  })

  it('names no format that JSON Schema does not define, since validators refuse these', () => {
    const formats = [...JSON.stringify(document).matchAll(/"format":"([^"]*)"/g)].map(([, format]) => format)
    expect(new Set(formats)).toEqual(new Set(['date', 'date-time', 'uuid']))
  })

  it('says what every figure counts, and in what unit', () => {
    const words = JSON.stringify(openApi('https://admin.halfmeasure.test'))
    const isSaid = (text: string) => words.includes(JSON.stringify(text).slice(1, -1))
    const unsaid = Object.values(METRICS).filter((metric) => !isSaid(fileHeader(metric)))
    expect(unsaid.map(({ label }) => label)).toEqual([])
    const without = Object.entries(document.paths).flatMap(([path, { get }]) =>
      !get.description.startsWith(WHO_IS_COUNTED) && !path.endsWith('/query')
        ? path.replace('/api/stats/', '')
        : [],
    )
    // Metrics are defined where they are requested; these have no figures of ours about readers.
    expect(without.toSorted()).toEqual([
      'delivery',
      'events.csv',
      'export.csv',
      'goals',
      'imported',
      'page-titles',
      'recent-activity',
    ])
    for (const { description } of operations) expect(description).not.toContain('undefined')
  })

  it('says what a token needs for each query: scopes, whole hours, a range of a day', () => {
    for (const { path, scopes, shortestRange, parameters } of ENDPOINTS) {
      const { description, security } = document.paths[`/api/stats/${path}`]?.get ?? {}
      expect(security, path).toEqual([{ token: scopes }])
      for (const scope of scopes) expect(description, path).toContain(`\`${scope}\``)
      expect(description?.includes('at least 24 hours'), path).toBe(shortestRange !== undefined)
      const from = parameters.filter(({ name }) => name === 'from')
      expect(from.filter(({ description }) => !description.includes('whole hour'))).toEqual([])
    }
    const { query, articles, summary } = Object.fromEntries(
      operations.map(({ operationId, description }) => [operationId, description]),
    )
    expect(query).toBe('Needs the scope `figures`, and `revenue` for the metric `revenue`.')
    expect(articles).toMatch(
      /\n\nNeeds the scopes `figures` and `revenue`, and a range of at least 24 hours\.$/,
    )
    expect(summary).toMatch(/\n\nNeeds the scope `figures`\.$/)
  })

  it('says on which day weeks begin', () => {
    const byWeek = operations
      .flatMap(({ parameters }) => parameters)
      .filter(({ name, schema }) => name === 'interval' && JSON.stringify(schema).includes('week'))
    expect(byWeek.length).toBeGreaterThan(1)
    for (const { description } of byWeek) expect(description).toContain('Weeks begin on Monday.')
  })

  it('says what every refusal looks like', () => {
    for (const [path, { get }] of Object.entries(document.paths)) {
      const named = path.includes('{') ? ['404'] : []
      expect(Object.keys(get.responses)).toEqual(['200', '400', '401', '403', ...named, '422', '429', '503'])
    }
  })

  it('has an example of each query in docs/api.md', async () => {
    const text = await readFile(join(import.meta.dirname, '../../../../docs/api.md'), 'utf8')
    const examples = [...text.matchAll(/^get "([^?"]+)/gm)].map(([, path = '']) => path)
    const described = ENDPOINTS.map(({ path }) => path.replace('{slug}', 'pine-beer'))
    expect(examples.toSorted()).toEqual(described.toSorted())
  })

  it('is JSON, without anything that JSON leaves out', () => {
    const whole = openApi('https://admin.halfmeasure.test')
    expect(JSON.parse(JSON.stringify(whole))).toEqual(whole)
  })
})

import { readBrief } from '@half-measure/shared/routes/reports.ts'
import type { Brief } from '@half-measure/shared/stats/brief.ts'
import { expect, it } from 'vitest'
import { pageMarkup } from '../../layout/testing/page-text.tsx'
import { Yesterday } from './Yesterday.tsx'

it('leads to the figures of the day that it names, which may no longer be yesterday', async () => {
  const sessions = { sessions: 40, usual: null, stands_out: null }
  const brief: Brief = {
    day: '2026-11-27',
    complete: true,
    total: sessions,
    article: { ...sessions, path: '/articles/pine-beer', title: 'Pine Beer' },
    channel: { ...sessions, channel: 'search' },
  }
  const markup = await pageMarkup(<Yesterday />, { [readBrief.path]: brief })
  const links = [...markup.matchAll(/href="(.*?)"/g)].map(([, href = '']) => href)
  expect(links).toHaveLength(3)
  for (const link of links) expect(link).toContain('from=2026-11-27&amp;to=2026-11-27')
})

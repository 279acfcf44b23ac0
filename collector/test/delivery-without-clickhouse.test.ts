import { ApiErrorBody } from '@half-measure/shared/api-error.ts'
import { KnownDelivery } from '@half-measure/shared/stats/delivery.ts'
import { aBeacon, aClick, aPageView } from '@half-measure/shared/testing/events.ts'
import { expect, it } from 'vitest'
import { TestStack } from './test-stack.ts'

const admin = { email: 'editor@halfmeasure.test', password: 'not-the-default' }

it('the delivery report without ClickHouse has what the log knows', async () => {
  await using stack = await TestStack.open({
    // Nobody listens there.
    CLICKHOUSE_URL: 'http://127.0.0.1:1',
    ADMIN_EMAIL: admin.email,
    ADMIN_PASSWORD: admin.password,
  })
  const view = aPageView()
  const kept = await stack.post('/api/events', aBeacon({ events: [view, view, aClick()] }))
  expect(kept.status).toBe(202)

  const Authorization = `Bearer ${await stack.signIn(admin)}`
  const response = await stack.request('GET', '/api/stats/delivery', { headers: { Authorization } })
  expect(response.status).toBe(503)
  expect(response.headers.get('Retry-After')).toBe('10')
  const { error } = ApiErrorBody.parse(response.json)
  expect(error.code).toBe('clickhouse_unavailable')
  expect(KnownDelivery.parse(error.details)).toMatchObject({
    received: 3,
    accepted: 2,
    duplicates: 1,
    pending: 2,
    last_reconciliation: null,
  })
})

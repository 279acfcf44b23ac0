import { spawn } from 'node:child_process'
import { createReadStream } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { BeaconReceipt } from '@half-measure/shared/events/beacon.ts'
import { Reconciliation } from '@half-measure/shared/stats/reconciliation.ts'
import { Delivery } from '@half-measure/shared/stats/delivery.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { BROWSER } from '../faults/harness/expected-row.ts'
import { type Deliver, LoadDriver } from '../faults/harness/load-driver.ts'
import { expectReportToAddUp, expectReconciled } from '../faults/harness/oracle.ts'
import { until } from '../faults/harness/until.ts'
import { temporaryDirectory } from '../postgres/temporary-directory.ts'
import { Topology } from './topology.ts'

/** Readers' addresses are never written anywhere; this one is from the block for documentation. */
const READER_ADDRESS = '203.0.113.7'

/** The images are built with the first start; the magazine's pictures take some minutes. */
const BUILD_MS = 20 * 60_000

describe('docker-compose.yml', () => {
  let stack: Topology
  const driver = new LoadDriver({ oldSessions: false })
  const deliver: Deliver = async (beacon) => {
    const { status, text } = await stack.send(
      'SITE_ORIGIN',
      'POST',
      `/api/events?s=${beacon.session_id}`,
      JSON.stringify(beacon),
      {
        'Content-Type': 'text/plain',
        'User-Agent': BROWSER.userAgent,
        'X-Forwarded-For': READER_ADDRESS,
      },
    )
    return status === 202 ? BeaconReceipt.parse(JSON.parse(text)) : status
  }
  const idle = () =>
    until(
      'nothing is pending',
      async () => {
        const report = Delivery.parse(await stack.operate('delivery'))
        return report.pending === 0 ? report : undefined
      },
      120_000,
    )

  beforeAll(async () => {
    stack = await Topology.prepare('one', { EVENT_RATE_LIMIT: '0' })
    await stack.compose('build')
    await stack.up()
  }, BUILD_MS)

  afterAll(() => stack[Symbol.asyncDispose](), 120_000)

  it('takes beacons through Caddy and shows them to the administrator of .env', async () => {
    await driver.sendFor(1_000, deliver)
    expectReportToAddUp(await idle(), driver.log)
    const { ADMIN_EMAIL: email, ADMIN_PASSWORD: password } = stack.env
    const signIn = await stack.send(
      'DASHBOARD_ORIGIN',
      'POST',
      '/api/auth/token?grant_type=password',
      JSON.stringify({ email, password }),
      { 'Content-Type': 'application/json' },
    )
    expect(signIn.status).toBe(200)
    const { access_token } = JSON.parse(signIn.text) as { access_token: string }
    const response = await stack.get('DASHBOARD_ORIGIN', '/api/stats/delivery', {
      Authorization: `Bearer ${access_token}`,
    })
    expect(Delivery.parse(JSON.parse(response.text)).stored).toBeGreaterThan(0)
  })

  it.each(['clickhouse', 'postgres', 'caddy', 'collector'])(
    'loses and duplicates nothing when %s is restarted under load',
    async (service) => {
      driver.start(deliver)
      await sleep(1_000)
      await stack.compose('restart', service)
      await stack.untilWell()
      await sleep(1_000)
      await driver.stop()
      await driver.deliverRest(deliver)
      expectReportToAddUp(await idle(), driver.log)
      expectReconciled(Reconciliation.parse(await stack.operate('reconcile')))
    },
    240_000,
  )

  it.each(['clickhouse', 'collector'])(
    'loses and duplicates nothing when %s is killed under load',
    async (service) => {
      driver.start(deliver)
      await sleep(1_000)
      await stack.compose('kill', service)
      await sleep(1_000)
      await stack.compose('up', '-d')
      await stack.untilWell()
      await sleep(1_000)
      await driver.stop()
      await driver.deliverRest(deliver)
      expectReportToAddUp(await idle(), driver.log)
      expectReconciled(Reconciliation.parse(await stack.operate('reconcile')))
    },
    240_000,
  )

  it('sends security headers with every response', async () => {
    const responses = await Promise.all([
      stack.get('SITE_ORIGIN', '/'),
      stack.get('SITE_ORIGIN', '/no-such-page'),
      stack.get('SITE_ORIGIN', '/api/health'),
      stack.get('SITE_ORIGIN', '/auth'),
      stack.get('SITE_ORIGIN', '/api/stats/delivery'),
      stack.get('DASHBOARD_ORIGIN', '/'),
      stack.send('SITE_ORIGIN', 'POST', '/api/contact', 'x'.repeat(1_100_000)),
      stack.send('SITE_ORIGIN', 'POST', '/api/events', '{}', { 'Content-Type': 'text/plain' }),
    ])
    expect(responses.map(({ status }) => status)).toEqual([200, 404, 200, 302, 401, 200, 413, 403])
    for (const { headers } of responses) {
      // It would hold every port of this machine to https.
      expect(headers['strict-transport-security']).toBeUndefined()
      expect(headers['content-security-policy']).toMatch(/frame-ancestors 'none'/)
      expect(headers['cross-origin-opener-policy']).toBe('same-origin')
      expect(headers['x-content-type-options']).toBe('nosniff')
      expect(headers['referrer-policy']).toBe('strict-origin-when-cross-origin')
      expect(headers['server']).toBeUndefined()
    }
  })

  it('serves metrics inside only, not through the proxy', async () => {
    const metrics = await stack.compose(
      'exec',
      '-T',
      'collector',
      'node',
      '-e',
      "fetch('http://127.0.0.1:9464/metrics').then(async (response) => console.log(await response.text()))",
    )
    expect(metrics).toMatch(/^half_measure_events_accepted_total \d+$/m)
    for (const origin of ['SITE_ORIGIN', 'DASHBOARD_ORIGIN'] as const)
      expect((await stack.get(origin, '/metrics')).text).not.toContain('half_measure_events')
  })

  it('writes no reader address and no secret to any log', async () => {
    const logs = await stack.compose('logs', '--no-color')
    expect(logs).toContain('ready')
    expect(logs).not.toContain(READER_ADDRESS)
    const secrets = Object.entries(stack.env).filter(([name]) => name.endsWith('PASSWORD'))
    expect(secrets.length).toBeGreaterThan(5)
    for (const [name, secret] of secrets) expect(logs.includes(secret), name).toBe(false)
  })

  it('is backed up, and restored into empty volumes with the same delivery report', async () => {
    const before = await idle()
    await stack.operate('backup', '/data/backup.tar', '--unencrypted')
    const file = join(temporaryDirectory(), 'backup.tar')
    const container = (await stack.compose('ps', '-q', 'collector')).trim()
    await finished(spawn('docker', ['cp', `${container}:/data/backup.tar`, file], { stdio: 'inherit' }))

    await using another = await Topology.prepare('two')
    await another.compose('up', '-d', 'clickhouse', 'postgres')
    const restored = await another.run(['node', 'collector/bin/restore.ts', '-'], createReadStream(file))
    const { report } = JSON.parse(restored) as { report: Record<string, unknown> }
    const { last_reconciliation: _, received: __, ...figures } = before
    expect(report).toEqual(figures)
    await another.up()
    const { accepted, stored, duplicates } = Delivery.parse(await another.operate('delivery'))
    expect({ accepted, stored, duplicates }).toEqual({
      accepted: before.accepted,
      stored: before.stored,
      duplicates: before.duplicates,
    })
    expectReconciled(Reconciliation.parse(await another.operate('reconcile')))
  }, 300_000)
})

function finished(child: ReturnType<typeof spawn>): Promise<void> {
  return new Promise((resolve, reject) => {
    child.on('error', reject)
    child.on('close', (code) => (code === 0 ? resolve() : reject(new Error(`docker cp ended with ${code}`))))
  })
}

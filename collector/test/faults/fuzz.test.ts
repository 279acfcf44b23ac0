import { join } from 'node:path'
import { ApiErrorBody } from '@half-measure/shared/api-error.ts'
import { BeaconReceipt } from '@half-measure/shared/events/beacon.ts'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { z } from 'zod'
import { temporaryDirectory } from '../postgres/temporary-directory.ts'
import { Admin } from './harness/admin.ts'
import { type ApiRequest, apiRequests } from './harness/api-requests.ts'
import { NO_LIMIT, reportResult, rounds, SEED } from './harness/campaign.ts'
import { CollectorProcess } from './harness/collector-process.ts'
import { expectReconciled, expectReportToAddUp } from './harness/oracle.ts'

const CASES = rounds(1) * 500
/** Requests under way at once. */
const LANES = 4
/** It has no end. */
const ENDLESS = ['GET /api/stats/realtime']

it(
  `every route responds to any request, and events are counted if acknowledged: seed ${SEED}`,
  async () => {
    const collector = await CollectorProcess.start(join(temporaryDirectory(), 'data'), {
      // Every request comes from a network of its own: the limits on strangers would refuse nearly all.
      TRUSTED_PROXIES: '127.0.0.1',
    })
    let admin = await Admin.signIn(collector)
    const receipts = { accepted: 0, duplicates: 0, rejected: 0 }
    const responses: Record<string, number> = {}
    let network = 0
    /** Of what requests created. */
    const ids: string[] = []

    const send = async ({ route, method, path, asOwner, contentType, body }: ApiRequest) => {
      network += 1
      // Before the session expires.
      if (network % 2_000 === 0) admin = await Admin.signIn(collector)
      const url = path.replaceAll('{id}', () => ids[network % ids.length] ?? '')
      const response = await fetch((asOwner ? collector.dashboard : collector.site) + url, {
        method,
        redirect: 'manual',
        headers: {
          'X-Forwarded-For': `2001:db8:${(network >> 16).toString(16)}:${(network & 0xffff).toString(16)}::1`,
          ...(contentType === undefined ? {} : { 'Content-Type': contentType }),
          ...(asOwner ? { Authorization: admin.authorization } : {}),
        },
        ...(body === undefined ? {} : { body }),
      })
      const { status, headers } = response
      const text = await response.text()
      responses[route] = (responses[route] ?? 0) + 1
      expectSound(route, status, headers, text)
      if (status === 201) {
        const created = z.object({ id: z.string() }).safeParse(JSON.parse(text))
        if (created.success) ids.push(created.data.id)
      }
      if (status === 202 && route === 'POST /api/events') {
        const { accepted, duplicates, rejected } = BeaconReceipt.parse(JSON.parse(text))
        receipts.accepted += accepted
        receipts.duplicates += duplicates
        receipts.rejected += rejected.length
      }
    }
    const lanes = Array.from({ length: LANES }, (_, lane) =>
      fc.assert(fc.asyncProperty(apiRequests(ENDLESS), send), {
        numRuns: CASES / LANES,
        seed: SEED * LANES + lane,
      }),
    )
    // None goes on sending to a collector that has ended.
    await Promise.allSettled(lanes)
    await Promise.all(lanes)

    expect(collector.logLines.filter((line) => (JSON.parse(line) as { level: number }).level >= 50)).toEqual(
      [],
    )
    expect(receipts.accepted).toBeGreaterThan(0)
    expectReportToAddUp(await admin.idle(), { receipts })
    expectReconciled(await admin.reconcile())
    expect(await collector.stop()).toMatchObject({ code: 0 })
    reportResult({
      scenario: `made-up requests to ${Object.keys(responses).length} routes`,
      rounds: CASES,
      events: receipts.accepted,
      recoveries: [],
    })
  },
  NO_LIMIT,
)

/** Nothing failed here, and a refusal has the form of all refusals. */
function expectSound(route: string, status: number, headers: Headers, text: string): void {
  const failed = status >= 500 && status !== 503
  const comesLater = status === 429 || status === 503
  const saysWhen = Number(headers.get('Retry-After')) > 0
  expect({ route, status, text, failed, saysWhen: saysWhen || !comesLater }).toMatchObject({
    failed: false,
    saysWhen: true,
  })
  if (status >= 400 && route.includes(' /api/')) ApiErrorBody.parse(JSON.parse(text))
}

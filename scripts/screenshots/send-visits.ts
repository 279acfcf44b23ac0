import { setTimeout as sleep } from 'node:timers/promises'
import { z } from 'zod'
import { BeaconReceipt } from '@half-measure/shared/events/beacon.ts'
import type { Visit } from './visits.ts'

const AT_ONCE = 20

const Health = z.object({ spool: z.object({ pending_rows: z.int() }) })

/**
 * Sends each visit as its browser would, and waits until the statistics have them all.
 *
 * @param site origin of the running stack.
 * @returns how many events were accepted.
 * @throws where a beacon is refused, or any event of it.
 */
export async function sendVisits(site: string, visits: readonly Visit[]): Promise<number> {
  let accepted = 0
  for (let i = 0; i < visits.length; i += AT_ONCE) {
    const receipts = await Promise.all(visits.slice(i, i + AT_ONCE).map((visit) => send(site, visit)))
    accepted += receipts.reduce((sum, receipt) => sum + receipt.accepted, 0)
  }
  while ((await pendingRows(site)) > 0) await sleep(200)
  return accepted
}

async function send(site: string, { userAgent, beacon }: Visit): Promise<BeaconReceipt> {
  const answer = await fetch(`${site}/api/events?s=${beacon.session_id}`, {
    method: 'POST',
    headers: { 'content-type': 'text/plain', 'user-agent': userAgent },
    body: JSON.stringify(beacon),
  })
  if (answer.status !== 202) throw new Error(`a beacon was refused: ${answer.status} ${await answer.text()}`)
  const receipt = BeaconReceipt.parse(await answer.json())
  const [refused] = receipt.rejected
  if (refused) throw new Error(`an event was refused: ${refused.reason} ${refused.detail ?? ''}`)
  return receipt
}

async function pendingRows(site: string): Promise<number> {
  const answer = await fetch(`${site}/api/health`)
  return Health.parse(await answer.json()).spool.pending_rows
}

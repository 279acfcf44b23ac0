import type { BeaconReceipt, SentBeacon } from '@half-measure/shared/events/beacon.ts'
import type { SentEvent } from '@half-measure/shared/events/event.ts'

export interface SentRecord {
  readonly event: SentEvent
  readonly sessionId: string
  /** A 202 has named it, as accepted or as a duplicate. */
  acknowledged: boolean
}

/** What senders know: every event by id, written down before it is sent, and again when it is acknowledged. */
export class SentLog {
  readonly events = new Map<string, SentRecord>()
  /** Sums of the receipts that arrived. */
  readonly receipts = { accepted: 0, duplicates: 0, rejected: 0 }

  sending({ events, session_id }: SentBeacon): void {
    for (const event of events) {
      if (this.events.has(event.event_id)) continue
      this.events.set(event.event_id, { event, sessionId: session_id, acknowledged: false })
    }
  }

  acknowledged({ events }: SentBeacon, receipt: BeaconReceipt): void {
    this.receipts.accepted += receipt.accepted
    this.receipts.duplicates += receipt.duplicates
    this.receipts.rejected += receipt.rejected.length
    for (const { event_id } of events) {
      const record = this.events.get(event_id)
      if (record) record.acknowledged = true
    }
  }
}

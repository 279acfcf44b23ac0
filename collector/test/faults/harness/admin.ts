import { demoAdmin } from '@half-measure/shared/publication.ts'
import { Reconciliation } from '@half-measure/shared/stats/reconciliation.ts'
import { Delivery } from '@half-measure/shared/stats/delivery.ts'
import { callRunningStack } from '../../../src/operations/call-running-stack.ts'
import type { CollectorProcess } from './collector-process.ts'
import { repeating, until } from './until.ts'

/** Requests of an administrator to a running collector. */
export class Admin {
  readonly #collector: CollectorProcess
  /** The header of its requests. */
  readonly authorization: string

  /** Accounts may come a while after the rest of the stack. */
  static signIn(
    collector: CollectorProcess,
    { email, password }: { email: string; password: string } = demoAdmin,
  ): Promise<Admin> {
    return repeating(async () => {
      const response = await fetch(`${collector.dashboard}/api/auth/token?grant_type=password`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify({ email, password }),
      })
      const session = (await response.json()) as { access_token?: string }
      if (!session.access_token) throw new Error(`sign-in: ${response.status} ${JSON.stringify(session)}`)
      return new Admin(collector, `Bearer ${session.access_token}`)
    })
  }

  private constructor(collector: CollectorProcess, authorization: string) {
    this.#collector = collector
    this.authorization = authorization
  }

  async delivery(): Promise<Delivery> {
    return Delivery.parse(await this.#get('/api/stats/delivery'))
  }

  /** Page views of the two hours around a moment, milliseconds since 1970, as the dashboard shows them. */
  async pageViewsAround(moment: number): Promise<number> {
    const from = new Date(moment - 3_600_000).toISOString()
    const to = new Date(moment + 3_600_000).toISOString()
    return ((await this.#get(`/api/stats/summary?from=${from}&to=${to}`)) as { page_views: number })
      .page_views
  }

  /** The delivery report once nothing is pending. The database may come later; a long backlog only has to get shorter. */
  async idle(): Promise<Delivery> {
    let state: unknown
    for (let least = Infinity; ;) {
      const poll = async () => {
        const delivery = await this.delivery().catch((error: unknown) => void (state = String(error)))
        if (delivery) state = delivery
        return delivery && delivery.pending < least ? delivery : undefined
      }
      const delivery = await until('fewer events are pending', poll, undefined, () => state)
      if (delivery.pending === 0) return delivery
      least = delivery.pending
    }
  }

  async reconcile(options: Record<string, unknown> = {}): Promise<Reconciliation> {
    return Reconciliation.parse(await repeating(() => this.operate('reconcile', options)))
  }

  /** One of the operator's commands, through the socket of the running collector. */
  async operate(name: string, options: Record<string, unknown> = {}): Promise<unknown> {
    const reply = await callRunningStack(this.#collector.dataDir, name, options, () => {})
    if (!reply) throw new Error('no collector is running')
    return reply.result
  }

  #get(path: string): Promise<unknown> {
    return repeating(async () => {
      const response = await fetch(this.#collector.dashboard + path, {
        headers: { Authorization: this.authorization },
      })
      if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`)
      return response.json()
    })
  }
}

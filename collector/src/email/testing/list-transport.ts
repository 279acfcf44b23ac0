import type { OutboxEmail } from '../outbox.ts'
import type { DeliveryError, EmailTransport } from '../transport.ts'

/** Keeps what it is given, unless `refuse` says why not. */
export class ListTransport implements EmailTransport {
  readonly delivered: OutboxEmail[] = []
  readonly attempts: string[] = []
  refuse: (mail: OutboxEmail) => DeliveryError | undefined = () => undefined

  async deliver(mail: OutboxEmail): Promise<void> {
    this.attempts.push(mail.recipient)
    const refusal = this.refuse(mail)
    if (refusal) throw refusal
    this.delivered.push(mail)
  }

  close(): void {}
}

import { command } from './request.ts'

/** Asks for The Friday Edition. The answer is the same for known and new addresses. */
export function subscribe(email: string): Promise<void> {
  return command('/api/newsletter', { body: { email, source: 'footer' } })
}

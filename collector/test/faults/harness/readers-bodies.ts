import { ConsentChoice } from '@half-measure/shared/audience/consent.ts'
import { ContactForm } from '@half-measure/shared/audience/contact.ts'
import { NewsletterLink } from '@half-measure/shared/audience/newsletter.ts'
import { EXPERIMENTS } from '@half-measure/shared/domain/experiments.ts'
import { ConsentGrant } from '@half-measure/shared/events/beacon.ts'
import { almostEvent, jsonValue, wordyEvent } from '@half-measure/shared/testing/arbitrary-json.ts'
import { aBeacon } from '@half-measure/shared/testing/events.ts'
import fc from 'fast-check'
import { z } from 'zod'
import { valueOf } from './schema-arbitrary.ts'

const session = `session_${Date.now()}_`
const sessionId = fc.stringMatching(/^[a-z0-9]{8}$/).map((random) => session + random)
const test = fc.constantFrom(...EXPERIMENTS.map(({ name }) => name), 'no such test')
const variant = fc.constantFrom(
  ...EXPERIMENTS.flatMap(({ variants }) => variants.map(({ name }) => name)),
  'no such variant',
)
const { consent: granted } = aBeacon()
const consent = (corrupted: boolean) => (corrupted ? like(ConsentGrant)(true) : fc.constant(granted))

/** What the magazine's pages send: no route of `shared/src/routes` describes these. By route; corrupted or not. */
export const READERS_BODIES: Readonly<Record<string, (corrupted: boolean) => fc.Arbitrary<unknown>>> = {
  'POST /api/events': (corrupted) =>
    fc.record({
      consent: consent(corrupted),
      session_id: sessionId,
      events: fc.array(fc.oneof(almostEvent, wordyEvent, jsonValue), { maxLength: 8 }),
    }),
  'POST /api/assignments': (corrupted) =>
    fc.record(
      { consent: consent(corrupted), session_id: sessionId, test_name: test, variant },
      { requiredKeys: ['consent', 'session_id', 'test_name'] },
    ),
  'POST /api/erasure': () => fc.record({ session_id: sessionId }),
  'POST /api/consent': like(ConsentChoice),
  'POST /api/contact': like(ContactForm),
  'POST /api/newsletter/confirm': like(NewsletterLink),
  'POST /api/newsletter/guide': like(NewsletterLink),
  'POST /api/newsletter/unsubscribe': like(NewsletterLink),
}

function like(schema: z.ZodType): (corrupted: boolean) => fc.Arbitrary<unknown> {
  return (corrupted) => valueOf(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }), corrupted)
}

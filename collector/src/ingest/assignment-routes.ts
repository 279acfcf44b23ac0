import { assignVariant } from '@half-measure/shared/domain/assign-variant.ts'
import { findExperiment } from '@half-measure/shared/domain/experiments.ts'
import { ConsentGrant, SessionId } from '@half-measure/shared/events/beacon.ts'
import { Instant } from '@half-measure/shared/events/common.ts'
import { type Context, Hono } from 'hono'
import { z } from 'zod'
import { ApiError } from '../platform/api-error.ts'
import type { Assignments } from './assignments.ts'
import { fromSite, limitBody, type SiteOrigin } from '../platform/http/guards.ts'
import { readJsonObject } from '../platform/http/read-request.ts'
import { requestMetadata } from './request-metadata.ts'

const MAX_BODY_BYTES = 4 * 1024

const AssignmentRequest = z.object({
  consent: ConsentGrant,
  session_id: SessionId,
  test_name: z.string(),
  /** The variant the reader has seen; by default the session's hash decides. */
  variant: z.string().optional(),
  /** When the reader saw it, by the reader's clock; by default now. */
  occurred_at: Instant.optional(),
})

/** `GET` looks up a session's variant, `POST` assigns one if there is none. */
export function assignmentRoutes(
  assignments: Assignments,
  origin: SiteOrigin,
  clientAddress: (c: Context) => string,
): Hono {
  return new Hono()
    .get('/', async (c) => {
      const experiment = experimentOf(c.req.query('test_name'))
      const session = SessionId.safeParse(c.req.query('session_id'))
      if (!session.success)
        throw new ApiError(400, 'invalid_query', 'session_id is not valid: session_<milliseconds>_<random>.')
      const found = await assignments.find(session.data, experiment.name)
      return respond(c, experiment.name, found?.variant ?? null, found?.assignedAt ?? null)
    })
    .post('/', fromSite(origin), limitBody(MAX_BODY_BYTES), async (c) => {
      const body = await readJsonObject(c)
      if (!ConsentGrant.safeParse(body['consent']).success)
        throw new ApiError(403, 'consent_required', 'An assignment is stored only with a grant of consent.')
      const wanted = AssignmentRequest.safeParse(body)
      if (!wanted.success)
        throw new ApiError(
          400,
          'invalid_body',
          'consent, session_id and test_name are needed; occurred_at is an ISO 8601 instant.',
        )
      const experiment = experimentOf(wanted.data.test_name)
      const { consent, session_id, occurred_at } = wanted.data
      const variant = wanted.data.variant ?? assignVariant(experiment, session_id)
      if (!experiment.variants.some(({ name }) => name === variant))
        throw new ApiError(400, 'invalid_body', 'The test has no variant of this name.')
      const kept = await assignments.getOrCreate(
        { consent, session_id, events: [] },
        experiment.name,
        { variant, isSeen: wanted.data.variant !== undefined, occurredAt: occurred_at },
        requestMetadata(c.req.header(), clientAddress(c)),
      )
      return respond(c, experiment.name, kept.variant, kept.assignedAt)
    })
}

function experimentOf(name: string | undefined) {
  const experiment = findExperiment(name ?? '')
  if (!experiment) throw new ApiError(400, 'unknown_test', 'There is no test of this name.')
  return experiment
}

function respond(c: Context, test_name: string, variant: string | null, assignedAt: number | null): Response {
  c.header('Cache-Control', 'no-store')
  return c.json({
    test_name,
    variant,
    assigned_at: assignedAt === null ? null : new Date(assignedAt).toISOString(),
  })
}

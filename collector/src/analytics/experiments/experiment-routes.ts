import { findExperiment } from '@half-measure/shared/domain/experiments.ts'
import { ExperimentQuery } from '@half-measure/shared/stats/experiments-result.ts'
import { Hono, type MiddlewareHandler } from 'hono'
import { ApiError } from '../../platform/api-error.ts'
import { adminGuards } from '../../platform/http/guards.ts'
import { readQuery } from '../../platform/http/read-request.ts'
import type { AdminEnv } from '../../identity/require-admin.ts'
import type { ReadFigures } from '../statistics.ts'
import { experimentResults } from './experiment-results.ts'

/** What a test has shown, for administrators and for tokens within their rules; to be mounted at `/api/stats/experiments`. */
export function experimentStatsRoutes(
  read: Pick<ReadFigures, 'queryRows' | 'goals'>,
  requireViewer: MiddlewareHandler<AdminEnv>,
): Hono<AdminEnv> {
  return new Hono<AdminEnv>().get('/results', requireViewer, ...adminGuards(), async (c) => {
    const { test, goal, until } = readQuery(c, ExperimentQuery)
    const experiment = findExperiment(test)
    if (!experiment) throw new ApiError(400, 'unknown_test', 'There is no test of this name.')
    const now = Date.now()
    const query = { experiment, goal, until: Math.min(until ? Date.parse(until) : now, now) }
    return c.json(await experimentResults(read, query, c.req.raw.signal))
  })
}

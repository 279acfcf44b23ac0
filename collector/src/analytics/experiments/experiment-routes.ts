import { type Experiment, findExperiment } from '@half-measure/shared/domain/experiments.ts'
import { wellFormed } from '@half-measure/shared/text.ts'
import { ExperimentChange, ExperimentEnding } from '@half-measure/shared/stats/experiments-ending.ts'
import { ExperimentQuery } from '@half-measure/shared/stats/experiments-result.ts'
import { Hono, type MiddlewareHandler } from 'hono'
import { ApiError } from '../../platform/api-error.ts'
import { adminGuards } from '../../platform/http/guards.ts'
import { readBody, readQuery } from '../../platform/http/read-request.ts'
import type { AdminEnv } from '../../identity/require-admin.ts'
import { within } from '../report-scope.ts'
import { lastDayComplete } from './complete-days.ts'
import { changeEnded, endExperiment, findEnded, listEnded } from './ended-experiments.ts'
import { type ExperimentSources, readExperiment } from './read-experiment.ts'

interface RouteSources extends ExperimentSources {
  readonly now: () => Date
}

/** Test results, for administrators and for tokens within their rules; mounted at `/api/stats/experiments`. */
export function experimentStatsRoutes(
  { db, read, now }: RouteSources,
  requireCaller: MiddlewareHandler<AdminEnv>,
): Hono<AdminEnv> {
  return new Hono<AdminEnv>().get('/results', requireCaller, ...adminGuards(), async (c) => {
    const { test, goal, until } = readQuery(c, ExperimentQuery)
    const at = now().getTime()
    const query = { test, goal, until: Math.min(until ? Date.parse(until) : at, at) }
    const result = await readExperiment({ db, read: within(read, c.req.raw.signal) }, query)
    if (!result) throw unknownTest(400)
    return c.json(result)
  })
}

interface EndingOptions extends RouteSources {
  /** Called when pages have to show another variant to everybody. */
  readonly onEnded: () => Promise<void>
}

/** `/api/experiments`: which tests have ended; administrators end them, change what readers see, and archive them. */
export function experimentRoutes(
  { db, read, now, onEnded }: EndingOptions,
  requireAdmin: MiddlewareHandler<AdminEnv>,
): Hono<AdminEnv> {
  return new Hono<AdminEnv>()
    .use(requireAdmin, ...adminGuards())
    .get('/', async (c) => c.json(await listEnded(db)))
    .post('/:test/end', async (c) => {
      const experiment = expectExperiment(c.req.param('test'))
      const test = experiment.name
      const { variant, note } = await readBody(c, ExperimentEnding)
      expectVariant(experiment, variant)
      const at = now()
      // The result is kept as it is now, so these events would never be in it.
      if (read.asOf() < lastDayComplete(at.getTime()))
        throw new ApiError(
          409,
          'events_waiting',
          'Events are still waiting to be loaded: end the test once they are.',
        )
      const ended = { at: at.toISOString(), variant }
      const request = { test, until: at.getTime(), ended }
      const result = await readExperiment({ db, read: within(read, c.req.raw.signal) }, request)
      const by = c.get('principal').userId
      if (!result || !(await endExperiment(db, { result, variant, note, by, at })))
        throw new ApiError(409, 'experiment_ended', 'This test has ended already.')
      await onEnded()
      return c.json(await findEnded(db, test))
    })
    .patch('/:test', async (c) => {
      const test = wellFormed(c.req.param('test'))
      const change = await readBody(c, ExperimentChange)
      if (change.variant !== undefined) expectVariant(expectExperiment(test), change.variant)
      await changeEnded(db, { test, ...change, by: c.get('principal').userId, at: now() })
      const ended = await findEnded(db, test)
      if (!ended) {
        expectExperiment(test)
        throw new ApiError(409, 'experiment_running', 'This test runs: end it first.')
      }
      await onEnded()
      return c.json(ended)
    })
}

/** @throws {ApiError} 404 where the site has no such test. */
function expectExperiment(test: string): Experiment {
  const experiment = findExperiment(test)
  if (!experiment) throw unknownTest(404)
  return experiment
}

/** @throws {ApiError} 400 where the test has no such variant. */
function expectVariant({ variants }: Experiment, variant: string): void {
  if (!variants.some(({ name }) => name === variant))
    throw new ApiError(400, 'validation_failed', 'The test has no variant of this name.')
}

function unknownTest(status: 400 | 404): ApiError {
  return new ApiError(status, 'unknown_test', 'There is no test of this name.')
}

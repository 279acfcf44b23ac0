import { ConsentChoice } from '@half-measure/shared/people/consent.ts'
import { Hono } from 'hono'
import type { Config } from '../config/config.ts'
import type { AppEnv } from '../platform/http/app-env.ts'
import { formGuards, parseForm, readForm } from '../people/form-request.ts'
import type { People } from '../people/people.ts'

/** Proof of consent to cookies, to be mounted at `/api/consent`. */
export function consentRoutes(
  { consent }: Pick<People, 'consent'>,
  { config }: { config: Pick<Config, 'origins'> },
): Hono<AppEnv> {
  return new Hono<AppEnv>().use(...formGuards(config)).post('/', async (c) => {
    await consent.record(parseForm(ConsentChoice, await readForm(c)), c.get('clientAddress'))
    return c.json({}, 201)
  })
}

import { z } from 'zod'
import { londonDay } from '../../src/dates/relative-date.ts'

/** `EDITION_DATE`, or today in London, as `YYYY-MM-DD`. Throws when the variable is no date. */
export function editionDate(env: NodeJS.ProcessEnv = process.env): string {
  const given = env['EDITION_DATE']
  if (!given) return londonDay(new Date())
  const { success, data } = z.iso.date().safeParse(given)
  if (!success) throw new Error(`EDITION_DATE is "${given}"; it has to be a day such as 2026-11-20`)
  return data
}

/** Today in London, or a later edition date, so that nothing is older than the edition. `YYYY-MM-DD`. */
export function buildDay(env: NodeJS.ProcessEnv = process.env, now = new Date()): string {
  const [edition, today] = [editionDate(env), londonDay(now)]
  return today > edition ? today : edition
}

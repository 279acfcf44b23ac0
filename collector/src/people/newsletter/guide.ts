import type { PeopleContext } from '../people-context.ts'
import { linkNotValid } from './newsletter-errors.ts'
import { subscriberOfToken } from './tokens.ts'

/**
 * The guide is for subscribers: the link works for as long as its owner is one.
 *
 * @throws {ApiError} 404 `link_not_valid`.
 */
export async function assertMayHaveGuide({ db }: Pick<PeopleContext, 'db'>, token: string): Promise<void> {
  if (!(await subscriberOfToken(db, token, 'guide'))) throw linkNotValid()
}

import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { describePostgresServer } from '../../../test/postgres/each-postgres.ts'
import { openFactorClient } from '../../../test/postgres/factor-client.ts'
import { meetAtLock } from '../../../test/postgres/lock-waits.ts'
import { authenticate } from '../authenticate.ts'
import { removeFactor } from './factors.ts'

describePostgresServer('the last two factors of an account', (db) => {
  it('that are removed at once take the recovery codes with them', async () => {
    const client = await openFactorClient(db())
    const { identity } = client.app
    const first = await client.withFactor()
    const other = await client.enrol(first.session.access_token, 'Tablet')
    const { json } = await client.verifyFactor(first.session.access_token, other)
    const { access_token } = json as { access_token: string }
    const principal = await authenticate(identity, access_token)
    const removals = [first.factor, other].map(
      ({ id }) =>
        () =>
          removeFactor(identity, principal, id),
    )
    // Neither commits before both have begun.
    const results = await meetAtLock(
      db(),
      (trx) => sql`lock table audit_log in exclusive mode`.execute(trx),
      removals,
    )
    expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled'])
    expect(await db().selectFrom('mfa_factors').select('id').execute()).toEqual([])
    expect(await db().selectFrom('recovery_codes').select('user_id').execute()).toEqual([])
  })
})

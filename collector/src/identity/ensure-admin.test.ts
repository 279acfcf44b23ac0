import { DAY_MS } from '@half-measure/shared/durations.ts'
import { Kysely } from 'kysely'
import { beforeEach, expect, it, vi } from 'vitest'
import { describePostgres } from '../../test/postgres/each-postgres.ts'
import { authConfig, openTestIdentity, owner, second } from '../../test/postgres/test-identity.ts'
import { TestClock } from '../../test/postgres/test-clock.ts'
import type { Db } from '../database/schema/database.ts'
import type { Identity } from './identity.ts'
import { createAdmin, listAdmins, resetPassword, revokeAdmin } from './admins.ts'
import { ensureAdminUser } from './ensure-admin.ts'
import { expireIdentity, eraseAccount, identityRetention } from './retention.ts'
import { signIn } from './sign-in.ts'
import { findUser } from './users.ts'

const client = '203.0.113.7'

describePostgres('the configured administrator', (db) => {
  let clock: TestClock
  let config: ReturnType<typeof authConfig>
  let identity: Identity

  beforeEach(async () => {
    clock = new TestClock()
    config = authConfig()
    identity = await openTestIdentity(db(), clock.now, config)
  })

  const start = (password = owner.password, email = owner.email) =>
    openTestIdentity(db(), clock.now, { ...config, admin: { ...config.admin, email, password } })
  const addresses = async () => (await listAdmins(identity)).map(({ email }) => email)
  const outcomes = async () => {
    const rows = await db()
      .selectFrom('audit_log')
      .select('details')
      .where('event', '=', 'first_admin_checked')
      .orderBy('id')
      .execute()
    return rows.map((row) => row.details['outcome'])
  }

  it('exists from the first start and is made once, however many start with whatever address', async () => {
    await db().deleteFrom('users').execute()
    await Promise.all([start(), start(), start(second.password, second.email)])
    expect(await listAdmins(identity)).toHaveLength(1)
  })

  it('is not joined by another when another address is configured', async () => {
    await start(second.password, second.email)
    await ensureAdminUser(identity, { ...config.admin, ...second }, second, client)
    expect(await addresses()).toEqual([owner.email])
  })

  it.each<[string, (trx: Db) => Promise<unknown>]>([
    ['was erased', (trx) => eraseAccount(trx, owner.email)],
    [
      'expired unused',
      (trx) =>
        expireIdentity(trx, new Date(clock.now().getTime() + identityRetention.unusedAccountDays * DAY_MS)),
    ],
  ])('is not made again after its right was revoked and its account %s', async (_, remove) => {
    await createAdmin(identity, second)
    await revokeAdmin(identity, owner.email)
    await db().transaction().execute(remove)
    expect(await findUser(db(), owner.email)).toBeUndefined()
    await start()
    await ensureAdminUser(identity, config.admin, owner, client)
    expect(await addresses()).toEqual([second.email])
  })

  it('keeps the password that it has when another one is configured', async () => {
    for (const configured of ['the phrase of another day', 'password']) {
      const restarted = await start(configured)
      await expect(signIn(restarted, owner, client)).resolves.toBeDefined()
    }
  })

  it('does not get a revoked right back, by a start nor by a call', async () => {
    await revokeAdmin(identity, owner.email)
    await start()
    await ensureAdminUser(identity, config.admin, owner, client)
    expect(await listAdmins(identity)).toEqual([])
  })

  it('is not made with a password that is guessed first', async () => {
    await db().deleteFrom('users').execute()
    await expect(start('password')).rejects.toMatchObject({
      code: 'invalid_configuration',
      message: expect.stringContaining('ADMIN_PASSWORD'),
    })
  })

  it('is made by a call that knows the password, while the installation has no administrator', async () => {
    await db().deleteFrom('users').execute()
    await ensureAdminUser(identity, config.admin, { ...owner, password: 'not the password' }, client)
    await ensureAdminUser(identity, config.admin, { ...owner, email: 'other@halfmeasure.test' }, client)
    expect(await listAdmins(identity)).toEqual([])
    await ensureAdminUser(identity, config.admin, owner, client)
    await ensureAdminUser(identity, config.admin, owner, client)
    expect(await listAdmins(identity)).toHaveLength(1)
    expect(await outcomes()).toEqual(['refused', 'refused', 'created', 'nothing_to_do'])
  })

  it('is looked up by every call, so that timing does not reveal whether the password was right', async () => {
    const selectFrom = vi.spyOn(Kysely.prototype, 'selectFrom')
    const lookupsOf = async (password: string) => {
      selectFrom.mockClear()
      await ensureAdminUser(identity, config.admin, { ...owner, password }, client)
      return selectFrom.mock.calls.filter(([table]) => table === 'admin_profiles').length
    }
    expect(await lookupsOf('not the password')).toBe(await lookupsOf(owner.password))
    expect(await lookupsOf(owner.password)).toBeGreaterThan(0)
    selectFrom.mockRestore()
  })

  it('never gets another password by a call', async () => {
    await resetPassword(identity, { ...owner, password: 'chosen since then' })
    await ensureAdminUser(identity, config.admin, owner, client)
    await expect(signIn(identity, owner, client)).rejects.toMatchObject({ code: 'invalid_credentials' })
  })

  it('serves 60 calls of a client in 5 minutes, right or wrong, without counting failed sign-ins', async () => {
    const calls = (count: number, password: string) =>
      Promise.all(
        Array.from({ length: count }, () =>
          ensureAdminUser(identity, config.admin, { ...owner, password }, client),
        ),
      )
    await calls(30, owner.password)
    await calls(30, 'not the password')
    for (const password of [owner.password, 'not the password']) {
      await expect(calls(1, password)).rejects.toMatchObject({ status: 429, retryAfter: 300 })
    }
    await expect(signIn(identity, owner, client)).resolves.toBeDefined()
  })
})

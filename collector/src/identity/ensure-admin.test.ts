import { Kysely } from 'kysely'
import { beforeEach, expect, it, vi } from 'vitest'
import { describePostgres } from '../../test/postgres/each-postgres.ts'
import { authConfig, openTestIdentity, owner } from '../../test/postgres/test-identity.ts'
import { TestClock } from '../../test/postgres/test-clock.ts'
import type { Identity } from './identity.ts'
import { listAdmins, resetPassword, revokeAdmin } from './admins.ts'
import { ensureAdminUser } from './ensure-admin.ts'
import { signIn } from './sign-in.ts'

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

  const start = (password = owner.password) =>
    openTestIdentity(db(), clock.now, { ...config, admin: { ...config.admin, password } })
  const outcomes = async () => {
    const rows = await db()
      .selectFrom('audit_log')
      .select('details')
      .where('event', '=', 'first_admin_checked')
      .orderBy('id')
      .execute()
    return rows.map((row) => row.details['outcome'])
  }

  it('exists from the first start and is made once, however many start', async () => {
    await Promise.all([start(), start(), start()])
    expect(await listAdmins(identity)).toHaveLength(1)
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

  it('is made again by a call that knows the password, while the address has no account', async () => {
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
      return selectFrom.mock.calls.filter(([table]) => table === 'users').length
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

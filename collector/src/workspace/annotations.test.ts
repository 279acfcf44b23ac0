import { Annotations, Annotation } from '@half-measure/shared/workspace/annotation.ts'
import { sql } from 'kysely'
import { beforeEach, expect, it } from 'vitest'
import { describePostgres } from '../../test/postgres/each-postgres.ts'
import { openAdminApp } from '../../test/postgres/open-admin-app.ts'
import { owner } from '../../test/postgres/test-identity.ts'
import type { AuthApp } from '../../test/postgres/test-auth-app.ts'
import type { TestClock } from '../../test/postgres/test-clock.ts'
import { createAdmin } from '../identity/admins.ts'
import { annotationRoutes } from './annotations.ts'

const ARTICLES = [
  { published: '2026-11-14', title: 'Pine Beer', path: '/articles/pine-beer' },
  { published: '2026-11-02', title: '3 pm Slump', path: '/articles/3pm-slump' },
]

describePostgres('notes beside the figures', (db) => {
  let clock: TestClock
  let app: AuthApp
  let bearer: string

  beforeEach(async () => {
    ;({ clock, app, bearer } = await openAdminApp(db(), (app, { audience, admin }) =>
      app.route('/api/annotations', annotationRoutes(audience, ARTICLES, admin)),
    ))
  })

  const path = '/api/annotations'
  const write = async (day: string, text: string) => {
    clock.advance({ minutes: 1 })
    const { status, json } = await app.call('POST', path, { bearer, body: { day, text } })
    expect(status).toBe(201)
    return Annotation.parse(json)
  }
  const read = async (query: string) =>
    Annotations.parse((await app.call('GET', `${path}?${query}`, { bearer })).json)

  it('shows what was written on these days, in their order, and by whom', async () => {
    await write('2026-11-20', 'New masthead')
    await write('2026-11-13', ' Newsletter sent ')
    await write('2026-11-12', 'Too early')
    await write('2026-11-13', 'Same day, later')
    const { notes } = await read('from=2026-11-13&to=2026-11-20')
    expect(notes.map(({ day, text, by }) => [day, text, by])).toEqual([
      ['2026-11-13', 'Newsletter sent', owner.email],
      ['2026-11-13', 'Same day, later', owner.email],
      ['2026-11-20', 'New masthead', owner.email],
    ])
  })

  it('shows what was published on these days', async () => {
    expect((await read('from=2026-11-01&to=2026-11-30')).published.map(({ day }) => day)).toEqual([
      '2026-11-02',
      '2026-11-14',
    ])
    expect((await read('from=2026-11-03&to=2026-11-14')).published).toEqual([
      { day: '2026-11-14', title: 'Pine Beer', path: '/articles/pine-beer' },
    ])
  })

  it('changes and deletes a note', async () => {
    const { id } = await write('2026-11-13', 'Newsletter snet')
    const changed = await app.call('PATCH', `${path}/${id}`, {
      bearer,
      body: { day: '2026-11-14', text: 'Newsletter sent' },
    })
    expect(changed.json).toEqual({ id, day: '2026-11-14', text: 'Newsletter sent', by: owner.email })
    expect((await app.call('DELETE', `${path}/${id}`, { bearer })).status).toBe(204)
    expect((await read('from=2026-11-01&to=2026-11-30')).notes).toEqual([])
    expect((await app.call('DELETE', `${path}/${id}`, { bearer })).code).toBe('annotation_not_found')
    const again = { bearer, body: { day: '2026-11-14', text: 'x' } }
    expect((await app.call('PATCH', `${path}/${id}`, again)).code).toBe('annotation_not_found')
    expect((await app.call('PATCH', `${path}/nonsense`, again)).code).toBe('annotation_not_found')
  })

  it('are at most two thousand of one author, and others can still write', async () => {
    const { id } = await write('2026-11-13', 'The first')
    await sql`
      insert into annotations (day, text, author_id, created_at)
      select day, 'One more', author_id, created_at from annotations, generate_series(2, 2000)`.execute(db())
    const more = { bearer, body: { day: '2026-11-14', text: 'Too many' } }
    expect(await app.call('POST', path, more)).toMatchObject({ status: 409, code: 'too_many_annotations' })
    expect((await app.call('PATCH', `${path}/${id}`, more)).status).toBe(200)

    const colleague = { email: 'colleague@halfmeasure.test', password: 'another long and private one' }
    await createAdmin(app.identity, colleague)
    const { access_token } = await app.signIn(colleague)
    expect((await app.call('POST', path, { ...more, bearer: access_token })).status).toBe(201)

    await app.call('DELETE', `${path}/${id}`, { bearer })
    expect((await app.call('POST', path, more)).status).toBe(201)
  })

  it.each([{ day: '2026-02-30', text: 'x' }, { day: '2026-11-13', text: '  ' }, { text: 'x' }])(
    'refuses %j',
    async (body) => {
      expect(await app.call('POST', path, { bearer, body })).toMatchObject({
        status: 400,
        code: 'validation_failed',
      })
    },
  )

  it('refuses days that cannot be read', async () => {
    const backwards = await app.call('GET', `${path}?from=2026-11-13&to=2026-11-12`, { bearer })
    expect(backwards).toMatchObject({ status: 400, code: 'invalid_query' })
  })
})

import { PersonalData } from '@half-measure/shared/audience/personal-data.ts'
import { aBeacon, aClick, aPageView } from '@half-measure/shared/testing/events.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { EVENT_TABLES } from '../src/events/event-tables.ts'
import { erasedPeople } from '../src/operations/erased-people.ts'
import { filesThatName } from './faults/harness/files-that-name.ts'
import { until } from './faults/harness/until.ts'
import { auditedEvents } from './postgres/test-identity.ts'
import { TestStack } from './test-stack.ts'

let stack: TestStack
let headers: Record<string, string>

beforeAll(async () => {
  stack = await TestStack.open()
  headers = { Authorization: `Bearer ${await stack.signIn(stack.context.config.admin)}` }
})
afterAll(() => stack[Symbol.asyncDispose]())

const findAll = async (key: object) =>
  PersonalData.parse((await stack.post('/api/personal-data/find', key, { headers })).json)
const find = async (key: object) => (await findAll(key)).records
/** In any file of the data directory, the databases' included. */
const filesWith = (text: string) => filesThatName(stack.context.config.dataDir, text, ['.'])
const erase = async (key: object) => (await stack.post('/api/personal-data/erase', key, { headers })).json

it('finds and erases everything of an address, including email files', async () => {
  const message = { name: 'Ada', email: 'ada@b.test', subject: 'Mild', message: 'More about mild, please.' }
  expect(await stack.post('/api/contact', message)).toMatchObject({ status: 201 })
  await expect.poll(() => find({ email: 'Ada@B.test' })).toMatchObject({ email_files: [{}] })
  expect(filesWith('ada@b.test')).not.toEqual([])
  expect(await find({ email: 'ada@b.test' })).toMatchObject({ contact_messages: [{ subject: 'Mild' }] })
  expect(await erase({ email: 'ada@b.test' })).toMatchObject({
    erased: { contact_messages: 1, email_files: 1 },
    is_pending: false,
    is_admin: false,
  })
  expect(Object.values(await find({ email: 'ada@b.test' })).flat()).toEqual([])
  expect([...filesWith('ada@b.test'), ...filesWith(message.message)]).toEqual([])
})

it('finds and erases a proof of consent, and remembers that it was erased', async () => {
  const id = '0b8f8a52-7d0e-4c7b-9a35-2f4f0f7f9b22'
  expect(await stack.post('/api/consent', { id, version: '2026-11', granted: true })).toMatchObject({
    status: 201,
  })
  expect(await find({ consent_id: id })).toMatchObject({ consent_records: [{ version: '2026-11' }] })
  expect(await erase({ consent_id: id })).toMatchObject({ erased: { consent_records: 1 } })
  expect(await find({ consent_id: id })).toEqual({ consent_records: [] })
  expect(await erasedPeople(stack.context.config, 'consents')).toHaveLength(1)
})

it('finds and erases the events of a session', async () => {
  const beacon = aBeacon({ events: [aPageView(), aPageView(), aClick()] })
  const other = aBeacon({ events: [aPageView()] })
  for (const body of [beacon, other]) await stack.post('/api/events', body)
  const key = { session_id: beacon.session_id }
  await stack.untilStored()
  expect(await find(key)).toMatchObject({ page_views: [{}, {}], click_events: [{}] })
  expect(await erase(key)).toMatchObject({ erased: { page_views: 2, click_events: 1 }, is_pending: true })
  await expect.poll(async () => Object.values(await find(key)).flat()).toEqual([])
  await expect.poll(() => find({ session_id: other.session_id })).toMatchObject({ page_views: [{}] })

  // The engine keeps parts of tables that it has replaced for eight minutes.
  for (const table of EVENT_TABLES)
    await stack.context.clickhouse.migrator.command({
      query: `ALTER TABLE analytics.${table} MODIFY SETTING old_parts_lifetime = 1`,
    })
  // Then it looks for such parts only about twice a minute.
  await until('nothing of it is in a file', () => filesWith(beacon.session_id).length === 0, 500_000)
  expect(filesWith(other.session_id)).not.toEqual([])
})

it('counts all events of a session, even beyond those it lists', async () => {
  const beacon = aBeacon({ events: [aPageView()] })
  const { session_id } = beacon
  await stack.post('/api/events', beacon)
  await stack.untilStored()
  await stack.context.clickhouse.migrator.command({
    query: `INSERT INTO analytics.page_views
      SELECT view.* REPLACE (generateUUIDv4() AS event_id)
      FROM analytics.page_views AS view, numbers(10_000) AS copies WHERE session_id = {session: String}`,
    query_params: { session: session_id },
  })
  const { records, counts } = await findAll({ session_id })
  expect(records['page_views']).toHaveLength(10_000)
  expect(counts).toMatchObject({ page_views: 10_001, click_events: 0 })
  expect(await erase({ session_id })).toMatchObject({ erased: { page_views: 10_001 } })
})

it('records who looked and who erased, and nothing about the person', async () => {
  const { db } = stack.context.postgres
  const entries = JSON.stringify(await db.selectFrom('audit_log').selectAll().execute())
  expect(await auditedEvents(db)).toEqual(
    expect.arrayContaining(['personal_data_exported', 'person_erased', 'session_erased']),
  )
  expect(entries).not.toMatch(/ada@b\.test|session_\d/)
})

it('refuses anything but one valid key', async () => {
  for (const key of [{}, { email: 'nobody' }, { session_id: 'x' }, { email: 'a@b.test', session_id: 'x' }])
    expect(await stack.post('/api/personal-data/find', key, { headers })).toMatchObject({ status: 400 })
})

import { join } from 'node:path'
import { GenericContainer, type StartedTestContainer, Wait } from 'testcontainers'

const INFRA = join(import.meta.dirname, '../../../infra')
const PASSWORD = 'of-the-containers-only'

/** Images as docker-compose.yml names them by default; a test holds them against it. */
export const IMAGES = { clickhouse: 'clickhouse/clickhouse-server:26.3', postgres: 'postgres:18' } as const

/**
 * For Vitest: both databases as production runs them, with its configuration and its accounts, for all files of a run.
 * The tests find their addresses in the environment; see `container-stores.ts`.
 */
export async function setup(): Promise<() => Promise<void>> {
  const [clickhouse, postgres] = await Promise.all([startClickHouse(), startPostgres()])
  const http = (user: string) =>
    `http://${user}:${PASSWORD}@${clickhouse.getHost()}:${clickhouse.getMappedPort(8123)}`
  process.env['TEST_CLICKHOUSE_URL'] = http('migrator')
  process.env['TEST_CLICKHOUSE_WRITER_URL'] = http('writer')
  process.env['TEST_CLICKHOUSE_READER_URL'] = http('reader')
  process.env['TEST_CLICKHOUSE_VIEWER_URL'] = http('viewer')
  process.env['TEST_POSTGRES_URL'] =
    `postgres://postgres:${PASSWORD}@${postgres.getHost()}:${postgres.getMappedPort(5432)}/postgres`
  return async () => {
    await Promise.all([clickhouse.stop(), postgres.stop()])
  }
}

function startClickHouse(): Promise<StartedTestContainer> {
  return new GenericContainer(IMAGES.clickhouse)
    .withExposedPorts(8123)
    .withEnvironment({
      CLICKHOUSE_SKIP_USER_SETUP: '1',
      CLICKHOUSE_MIGRATOR_PASSWORD: PASSWORD,
      CLICKHOUSE_WRITER_PASSWORD: PASSWORD,
      CLICKHOUSE_READER_PASSWORD: PASSWORD,
      CLICKHOUSE_VIEWER_PASSWORD: PASSWORD,
    })
    .withCopyDirectoriesToContainer([
      { source: join(INFRA, 'clickhouse/config.d'), target: '/etc/clickhouse-server/config.d' },
      { source: join(INFRA, 'clickhouse/users.d'), target: '/etc/clickhouse-server/users.d' },
    ])
    .withWaitStrategy(Wait.forHttp('/ping', 8123))
    .withStartupTimeout(120_000)
    .start()
}

function startPostgres(): Promise<StartedTestContainer> {
  return (
    new GenericContainer(IMAGES.postgres)
      .withExposedPorts(5432)
      .withEnvironment({ POSTGRES_PASSWORD: PASSWORD, LANG: 'C.UTF-8' })
      // By TCP: the server that fills a new volume listens on the socket alone.
      .withHealthCheck({
        test: ['CMD', 'pg_isready', '-q', '-h', '127.0.0.1', '-U', 'postgres'],
        interval: 500,
        timeout: 3_000,
        retries: 120,
      })
      .withWaitStrategy(Wait.forHealthCheck())
      .withStartupTimeout(120_000)
      .start()
  )
}

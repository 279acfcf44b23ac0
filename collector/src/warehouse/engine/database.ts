import { isUtf8 } from 'node:buffer'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Session } from 'chdb'
import { type Lease, Sessions } from './sessions.ts'
import {
  BadRequestError,
  isRead,
  leavesNothing,
  namesMissingParams,
  preparationFor,
  readJsonInsert,
  type Statement,
} from './statement.ts'

/** A statement's statistics, as in the header `X-ClickHouse-Summary`; absent while its result is streaming. */
export interface Summary {
  readonly readRows: number
  readonly readBytes: number
  readonly writtenRows: number
  readonly writtenBytes: number
  readonly seconds: number
}

/** Receives a result, whole or in chunks. */
export type Receive = (result: Uint8Array | AsyncIterable<Uint8Array>, summary?: Summary) => Promise<void>

/** Statements at a time; each holds a thread of the pool while the engine works on it. */
export const MAX_STATEMENTS = 16

/** Time between attempts to cancel a statement, until it has ended. */
const CANCEL_EVERY_MS = 50

/** The parser's limit on a statement, as on a server, where values of parameters are not part of the statement. */
const MAX_STATEMENT_BYTES = 262_144

/** The collector beside the engine has the same cores: more threads for an insert end it sooner and delay requests. */
const INSERT_SETTINGS = { max_threads: 1, max_insert_threads: 1, input_format_parallel_parsing: 0 }

/** The embedded engine: runs statements in isolation from one another. */
export class Database {
  readonly #sessions: Sessions
  /** Keeps the engine running, and cancels statements of other sessions. */
  readonly #keepAlive: Session

  /** @throws if the directory is locked by another process or cannot be read; standard error has the reason. */
  static async open(path: string): Promise<Database> {
    const { Session } = await import('chdb').catch((cause: unknown) => {
      throw new Error(
        'the optional package chdb is not installed here. Run npm ci without --omit=optional, or set CLICKHOUSE_URL to use a server',
        { cause },
      )
    })
    const open = (args: readonly string[] = []) => new Session(path, { connectionArgs: args })
    const keepAlive = open()
    await keepAlive.queryAsync('SELECT 1')
    return new Database(keepAlive, new Sessions(open, MAX_STATEMENTS))
  }

  private constructor(keepAlive: Session, sessions: Sessions) {
    this.#keepAlive = keepAlive
    this.#sessions = sessions
  }

  /**
   * Runs a statement and hands over its result. A read is cancelled when `disconnected` fires; other statements go
   * on, as on a server.
   *
   * @throws the engine's error, `Code: … DB::Exception: …`, unless `receive` has been called.
   */
  async run(statement: Statement, disconnected: AbortSignal, receive: Receive): Promise<void> {
    const lease = await this.#sessions.take({ fresh: namesMissingParams(statement) }, disconnected)
    const ended = new AbortController()
    const cancelled = isRead(statement.sql) ? this.#cancelWhen(disconnected, lease, ended.signal) : undefined
    let clean = false
    try {
      await prepare(lease.session, statement)
      await execute(lease.session, statement, receive)
      clean = leavesNothing(statement)
    } finally {
      ended.abort()
      // The session's next statement must not be cancelled instead.
      await cancelled
      lease.end(clean && !disconnected.aborted)
    }
  }

  /** Resolves when nothing runs any more and everything is on disk. */
  async close(): Promise<void> {
    const { drainPending } = await import('chdb')
    await drainPending()
    this.#sessions.close()
    this.#keepAlive.close()
  }

  async #cancelWhen(disconnected: AbortSignal, { id }: Lease, ended: AbortSignal): Promise<void> {
    await aborted(AbortSignal.any([disconnected, ended]))
    while (!ended.aborted) {
      await this.#keepAlive
        .queryAsync(`KILL QUERY WHERE Settings['log_comment'] = '${id}' ASYNC`)
        .catch(() => {})
      await sleep(CANCEL_EVERY_MS, undefined, { signal: ended }).catch(() => {})
    }
  }
}

async function prepare(session: Session, statement: Statement): Promise<void> {
  const preparation = preparationFor(statement)
  if (preparation === '') return
  if (preparation.length > MAX_STATEMENT_BYTES)
    await session.queryAsync(`SET max_query_size = ${2 * Buffer.byteLength(preparation)}`)
  await session.queryAsync(preparation)
  if (preparation.length > MAX_STATEMENT_BYTES) await session.queryAsync('SET max_query_size = DEFAULT')
}

async function execute(session: Session, statement: Statement, receive: Receive): Promise<void> {
  const { sql, rows, format, streams } = statement
  const insert = rows && readJsonInsert(sql)
  if (insert) {
    const { settings, ...into } = insert
    const { rowsWritten, bytesWritten, elapsed } = await session.insert({
      ...into,
      values: rows,
      settings: { ...INSERT_SETTINGS, ...settings },
    })
    return receive(
      new Uint8Array(),
      summaryOf({ writtenRows: rowsWritten, writtenBytes: bytesWritten, seconds: elapsed }),
    )
  }
  if (streams) return receive(await begun(session.queryStream(sql, { format })))
  if (rows && !isUtf8(rows)) throw new BadRequestError('Rows in this format have to be UTF-8')
  const result = await session.queryAsync(rows ? `${sql}\n${rows.toString()}` : sql, { format })
  const { rowsRead: readRows, bytesRead: readBytes, elapsed: seconds } = result
  return receive(result.bytes(), summaryOf({ readRows, readBytes, seconds }))
}

/** The chunks, once there is a first one: until then an error can still be the response. */
async function begun(stream: AsyncIterable<{ raw(): Uint8Array }>): Promise<AsyncIterable<Uint8Array>> {
  const chunks = stream[Symbol.asyncIterator]()
  let next = await chunks.next()
  return {
    async *[Symbol.asyncIterator]() {
      try {
        for (; !next.done; next = await chunks.next()) yield next.value.raw()
      } finally {
        await chunks.return?.()
      }
    },
  }
}

function summaryOf(known: Partial<Summary>): Summary {
  return { readRows: 0, readBytes: 0, writtenRows: 0, writtenBytes: 0, seconds: 0, ...known }
}

function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve()
    signal.addEventListener('abort', () => resolve(), { once: true })
  })
}

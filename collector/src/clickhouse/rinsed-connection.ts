import type { createClient } from '@clickhouse/client'
import { Mutex } from '../platform/mutex.ts'

export type Connection = NonNullable<NonNullable<Parameters<typeof createClient>[0]>['connection']>

/**
 * A connection to the embedded engine that gives each question its own answer. What a question that failed had already
 * written stays in the connection and would come before the next answer: another question, whose answer nobody reads,
 * takes it away first. So questions go one after the other, which they do inside the engine anyway.
 */
export function rinsed(connection: Connection): Connection {
  const oneByOne = new Mutex()
  const rinse = () =>
    connection.query({ query: 'SELECT 1 FORMAT Null' }).then(
      () => {},
      () => {},
    )
  return {
    ping: (params) => connection.ping(params),
    insert: (params) => connection.insert(params),
    command: (params) => connection.command(params),
    exec: (params) => connection.exec(params),
    query(params) {
      return new Promise((resolve, reject) => {
        void oneByOne.run(() =>
          connection.query(params).then(resolve, (error: Error) => {
            reject(error)
            return rinse()
          }),
        )
      })
    },
    close: () => oneByOne.run(() => connection.close()),
  }
}

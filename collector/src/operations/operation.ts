import { z } from 'zod'
import { commandOf } from '../platform/command-line.ts'
import { Deadline } from '../platform/deadline.ts'
import type { Context } from '../stack/context.ts'
import { waitForClickHouse } from './wait-for-clickhouse.ts'

/** The process that started an operation. */
export interface Caller {
  readonly progress: (line: string) => void
  /** Ends a stoppable operation early. */
  readonly stop: AbortSignal
  /** Limits each wait; by default to a minute, with a line of progress every few seconds. */
  readonly deadline?: Deadline
}

/** A command for operators. It runs in the process that holds the data directory. */
export interface Operation {
  /** The words of its command, as in `admin-create`. */
  readonly name: string
  /** Its command, words and options, see `runCommandLine`. */
  readonly usage: string
  readonly options: z.ZodType<Record<string, unknown>>
  /** @throws {DeadlineExceededError} if a wait takes too long. */
  run(context: Context, options: Record<string, unknown>, caller: Caller): Promise<unknown>
  /** The option that the word of its command sets, a path. */
  readonly argument?: string
  /** Its option `password` is typed or piped in, see `readPassword`. */
  readonly readsPassword?: boolean
  /** Ends early when `stop` fires. Others run to their end unless killed. */
  readonly stoppable?: boolean
  /** Also works before a stack's first start, on a new data directory. Others need an existing stack. */
  readonly createsStack?: boolean
}

const NO_OPTIONS = z.strictObject({})

/** @param definition its options are parsed before it runs. */
export function operation<Options extends z.ZodType<Record<string, unknown>> = typeof NO_OPTIONS>(
  definition: Omit<Operation, 'name' | 'options' | 'run'> & {
    /** None by default. */
    options?: Options
    /** Waits for these first: ClickHouse's tables, or PostgreSQL's. */
    needs?: 'tables' | 'accounts'
    run(context: Context, options: z.output<Options>, caller: Required<Caller>): Promise<unknown>
  },
): Operation {
  const { needs, options: schema = NO_OPTIONS as unknown as Options } = definition
  return {
    ...definition,
    name: commandOf(definition.usage).join('-'),
    options: schema,
    async run(context, options, { progress, stop, deadline: given }) {
      const deadline = given ?? new Deadline({ say: progress, ...(definition.stoppable && { stop }) })
      const parsed = schema.parse(options)
      if (needs === 'tables') await waitForClickHouse(context, deadline)
      if (needs === 'accounts') await context.services.ready
      return definition.run(context, parsed, { progress, stop, deadline })
    },
  }
}

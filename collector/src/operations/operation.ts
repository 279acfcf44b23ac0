import type { z } from 'zod'
import { Deadline } from '../platform/deadline.ts'
import type { Context } from '../stack/context.ts'
import { waitForClickHouse } from './wait-for-clickhouse.ts'

/** The process that started an operation. */
export interface Caller {
  readonly progress: (line: string) => void
  /** Ends a stoppable operation early. */
  readonly stop: AbortSignal
  /** How long it waits for what it needs; by default a minute for each thing, with a line of progress every few seconds. */
  readonly deadline?: Deadline
}

/** A command for operators. It runs in the process that holds the data directory. */
export interface Operation {
  readonly name: string
  /** Its line in the help. */
  readonly usage: string
  readonly options: z.ZodType<Record<string, unknown>>
  /** @throws {DeadlineExceededError} if what it needs does not come in time. */
  run(context: Context, options: Record<string, unknown>, caller: Caller): Promise<unknown>
  /** The option that a positional argument sets. */
  readonly argument?: string
  /** Its option `password` is typed or piped in, see `readPassword`. */
  readonly readsPassword?: boolean
  /** It ends early when `stop` fires. The others run to their end, or are killed. */
  readonly stoppable?: boolean
}

/** @param definition its options are parsed before it runs. */
export function operation<Options extends z.ZodType<Record<string, unknown>>>(definition: {
  name: string
  usage: string
  options: Options
  stoppable?: boolean
  argument?: string
  readsPassword?: boolean
  /** It waits for ClickHouse first. */
  needsTables?: boolean
  run(context: Context, options: z.output<Options>, caller: Required<Caller>): Promise<unknown>
}): Operation {
  return {
    ...definition,
    async run(context, options, { progress, stop, deadline = new Deadline({ say: progress }) }) {
      const parsed = definition.options.parse(options)
      if (definition.needsTables) await waitForClickHouse(context, deadline)
      return definition.run(context, parsed, { progress, stop, deadline })
    },
  }
}

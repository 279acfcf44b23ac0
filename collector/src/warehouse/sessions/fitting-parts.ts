import { codeOf } from '../../platform/unavailable.ts'

const MEMORY_LIMIT_EXCEEDED = '241'
const MOST = 64

/**
 * Repeats work in four times as many parts each time that it does not fit into the engine's memory: parts are planned
 * by the number of events, and some are much larger than others.
 *
 * @param work restarts each time, with a new run. @param split how many times as many parts as planned.
 */
export async function inPartsThatFit<T>(work: (split: number) => Promise<T>): Promise<T> {
  for (let split = 1; ; split *= 4) {
    try {
      return await work(split)
    } catch (error) {
      if (codeOf(error) !== MEMORY_LIMIT_EXCEEDED || split >= MOST) throw error
    }
  }
}

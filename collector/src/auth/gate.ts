/** Lets a few through at a time and turns away who would wait too long. */
export interface Gate {
  /** @throws what `refuse` makes, where the queue is full. */
  run<T>(work: () => Promise<T>): Promise<T>
}

/** @param limits how many work and how many wait at once, and what is thrown at the next one. */
export function createGate(limits: { atOnce: number; waiting: number; refuse: () => Error }): Gate {
  const queue: (() => void)[] = []
  let running = 0

  return {
    async run(work) {
      if (running >= limits.atOnce) {
        if (queue.length >= limits.waiting) throw limits.refuse()
        // Whoever leaves hands its place over, so `running` stays as it is.
        await new Promise<void>((admit) => queue.push(admit))
      } else {
        running += 1
      }
      try {
        return await work()
      } finally {
        const next = queue.shift()
        if (next) next()
        else running -= 1
      }
    },
  }
}

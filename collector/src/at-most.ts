/** Waits for `work`, but no longer than so many milliseconds. */
export async function atMost(ms: number, work: Promise<unknown>): Promise<void> {
  let timer: NodeJS.Timeout | undefined
  const enough = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, ms)
  })
  await Promise.race([work, enough]).finally(() => clearTimeout(timer))
}

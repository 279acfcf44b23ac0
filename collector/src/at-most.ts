/** Waits for `work`, but no longer than so many milliseconds: undefined then. */
export async function atMost<T>(ms: number, work: Promise<T>): Promise<T | undefined> {
  let timer: NodeJS.Timeout | undefined
  const enough = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => resolve(undefined), ms)
  })
  return Promise.race([work, enough]).finally(() => clearTimeout(timer))
}

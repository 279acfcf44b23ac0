import { expect } from 'vitest'

/** Machines are shared and noisy. */
const TIMEOUT_MS = 20_000

/** Expects of what is looked at, again and again until it is so. Who calls it awaits it. */
// oxlint-disable-next-line vitest/require-awaited-expect-poll
export const expectSoon = <T>(look: () => T) => expect.poll(look, { timeout: TIMEOUT_MS })

import type { Context, MiddlewareHandler } from 'hono'
import { ApiError } from '../api-error.ts'
import { KeyedSemaphore } from '../keyed-semaphore.ts'
import { limitedNetworks, NETWORKS_PER_BLOCK } from './client-address.ts'

const tooManyAtOnce = () =>
  new ApiError(
    429,
    'rate_limited',
    'Too many requests from this network at once. Send the same again later.',
    { retryAfter: 1 },
  )

/**
 * Bounds how many requests of each network run and wait at a time; a /48 counts as four networks. Others are refused
 * before they are read, so one network cannot hold up the rest.
 */
export function concurrencyLimiter(
  { running, waiting }: { readonly running: number; readonly waiting: number },
  clientAddress: (c: Context) => string,
): MiddlewareHandler {
  const semaphoreOf = (times: number) =>
    new KeyedSemaphore({ running: times * running, waiting: times * waiting }, tooManyAtOnce)
  const [networks, blocks] = [semaphoreOf(1), semaphoreOf(NETWORKS_PER_BLOCK)]
  return (c, next) => {
    const { signal } = c.req.raw
    const [network, block] = limitedNetworks(clientAddress(c))
    return networks.run(network.key, signal, () => (block ? blocks.run(block.key, signal, next) : next()))
  }
}

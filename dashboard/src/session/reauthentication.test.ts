import { expect, it, vi } from 'vitest'
import { createReauthentication } from './reauthentication.ts'

it('prompts once for all waiting requests, and again after the result', async () => {
  const { request, resolve, pending, subscribe } = createReauthentication()
  const changed = vi.fn()
  subscribe(changed)
  const waiting = [request({ secondFactor: true }), request({ secondFactor: true })]
  expect(pending()).toEqual({ secondFactor: true })
  expect(changed).toHaveBeenCalledOnce()
  resolve(true)
  expect(await Promise.all(waiting)).toEqual([true, true])
  expect(pending()).toBeNull()

  const next = request({ secondFactor: false })
  resolve(false)
  expect(await next).toBe(false)
})

import { expect, it, vi } from 'vitest'
import { createReauthentication } from './reauthentication.ts'

it('asks once for all who wait, and again after the answer', async () => {
  const { ask, answer, asked, subscribe } = createReauthentication()
  const changed = vi.fn()
  subscribe(changed)
  const waiting = [ask({ secondFactor: true }), ask({ secondFactor: true })]
  expect(asked()).toEqual({ secondFactor: true })
  expect(changed).toHaveBeenCalledOnce()
  answer(true)
  expect(await Promise.all(waiting)).toEqual([true, true])
  expect(asked()).toBeNull()

  const next = ask({ secondFactor: false })
  answer(false)
  expect(await next).toBe(false)
})

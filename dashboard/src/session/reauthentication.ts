/** Required in addition to the password. */
interface Asked {
  readonly secondFactor: boolean
}

/** Connects requests that need re-authentication with the dialog that asks for it. */
export interface Reauthentication {
  /** Resolves with whether it was confirmed. One dialog serves all waiting requests. */
  readonly ask: (asked: Asked) => Promise<boolean>
  readonly answer: (isConfirmed: boolean) => void
  /** Null while nothing is asked. */
  readonly asked: () => Asked | null
  readonly subscribe: (listener: () => void) => () => void
}

export function createReauthentication(): Reauthentication {
  let open: { asked: Asked; outcome: PromiseWithResolvers<boolean> } | null = null
  const listeners = new Set<() => void>()

  function change(next: typeof open) {
    open = next
    for (const listener of listeners) listener()
  }

  return {
    ask(asked) {
      if (open) return open.outcome.promise
      const outcome = Promise.withResolvers<boolean>()
      change({ asked, outcome })
      return outcome.promise
    },
    answer(isConfirmed) {
      open?.outcome.resolve(isConfirmed)
      if (open) change(null)
    },
    asked: () => open?.asked ?? null,
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

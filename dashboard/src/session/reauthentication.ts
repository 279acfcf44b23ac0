/** What is required in addition to the password. */
interface Requirement {
  readonly secondFactor: boolean
}

/** Connects requests that need re-authentication with the dialog that asks for it. */
export interface Reauthentication {
  /** Resolves with whether it was confirmed. One dialog serves all waiting requests. */
  readonly request: (requirement: Requirement) => Promise<boolean>
  readonly resolve: (isConfirmed: boolean) => void
  /** Null while no request is pending. */
  readonly pending: () => Requirement | null
  readonly subscribe: (listener: () => void) => () => void
}

export function createReauthentication(): Reauthentication {
  let open: { requirement: Requirement; outcome: PromiseWithResolvers<boolean> } | null = null
  const listeners = new Set<() => void>()

  function change(next: typeof open) {
    open = next
    for (const listener of listeners) listener()
  }

  return {
    request(requirement) {
      if (open) return open.outcome.promise
      const outcome = Promise.withResolvers<boolean>()
      change({ requirement, outcome })
      return outcome.promise
    },
    resolve(isConfirmed) {
      open?.outcome.resolve(isConfirmed)
      if (open) change(null)
    },
    pending: () => open?.requirement ?? null,
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

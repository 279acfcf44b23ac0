import { TabMessage } from './held-session.ts'

/** A lock and messages between the tabs of a browser. */
export interface TabLink {
  /** Runs the task while no other tab does. */
  exclusive<T>(task: () => Promise<T>): Promise<T>
  send(message: TabMessage): void
  listen(listener: (message: TabMessage) => void): void
}

const NAME = 'half-measure-session'

export function createTabLink(): TabLink {
  const channel = new BroadcastChannel(NAME)
  return {
    exclusive: (task) => {
      // Locks need a secure origin; elsewhere each tab refreshes for itself.
      if (!('locks' in navigator)) return task()
      return navigator.locks.request(NAME, task)
    },
    // A channel has one origin only.
    // oxlint-disable-next-line unicorn/require-post-message-target-origin
    send: (message) => channel.postMessage(message),
    listen: (listener) => {
      channel.addEventListener('message', ({ data }) => {
        // A tab with another version of this page may send other messages.
        const parsed = TabMessage.safeParse(data)
        if (parsed.success) listener(parsed.data)
      })
    },
  }
}

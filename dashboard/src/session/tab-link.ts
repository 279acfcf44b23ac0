import { TabMessage } from './session-event.ts'

/** What the tabs of one browser share: a lock, and news. */
export interface TabLink {
  /** Runs the task while no other tab runs one. */
  exclusive<T>(task: () => Promise<T>): Promise<T>
  send(message: TabMessage): void
  listen(listener: (message: TabMessage) => void): void
}

const NAME = 'half-measure-session'

export function createTabLink(): TabLink {
  const channel = new BroadcastChannel(NAME)
  return {
    exclusive: (task) => {
      // Browsers offer locks to secure origins only; elsewhere each tab refreshes for itself.
      if (!('locks' in navigator)) return task()
      return navigator.locks.request(NAME, task)
    },
    // A channel has one origin by nature.
    // oxlint-disable-next-line unicorn/require-post-message-target-origin
    send: (message) => channel.postMessage(message),
    listen: (listener) => {
      channel.addEventListener('message', ({ data }) => {
        // A tab that still runs another version of this page may say things this one does not know.
        const parsed = TabMessage.safeParse(data)
        if (parsed.success) listener(parsed.data)
      })
    },
  }
}

/** The part of `Storage` that the site uses. */
export type KeyValueStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

/** Storage that lasts as long as the page. */
export function memoryStorage(): KeyValueStorage {
  const values = new Map<string, string>()
  return {
    getItem: (key) => values.get(key) ?? null,
    setItem: (key, value) => void values.set(key, value),
    removeItem: (key) => void values.delete(key),
  }
}

/** The browser's storage, or memory where the reader blocks storage (then even naming it throws). */
export function safeStorage(open: () => Storage): KeyValueStorage {
  try {
    const storage = open()
    const probe = 'storage-probe'
    storage.setItem(probe, '')
    storage.removeItem(probe)
    return storage
  } catch {
    return memoryStorage()
  }
}

/** A JSON value in storage; `fallback` if it is missing or unreadable. */
export function readJson<Value>(storage: KeyValueStorage, key: string, fallback: Value): Value {
  try {
    return (JSON.parse(storage.getItem(key) ?? 'null') as Value | null) ?? fallback
  } catch {
    return fallback
  }
}

/** What a panel knows about its data. */
export type Result<T> = Loading | ({ status: 'failed' } & Failure) | Ready<T>

interface Loading {
  status: 'loading'
  /** A first attempt has failed. */
  retrying: boolean
}

interface Ready<T> {
  status: 'ready'
  data: T
  /** The previous query's data, until the current one's arrives. */
  outdated: boolean
  /** Set when refreshing has failed. */
  stale: (Failure & { since: Date }) | null
}

export interface Failure {
  /** A sentence for the screen. */
  reason: string
  /** Null for something that does not exist. */
  retry: (() => void) | null
  retrying: boolean
}

/** What a panel knows about its figures. */
export type Answer<T> = Loading | Failed | Ready<T>

export interface Loading {
  status: 'loading'
  /** A first attempt failed and another is under way. */
  retrying: boolean
}

export interface Failed extends Failure {
  status: 'failed'
}

export interface Ready<T> {
  status: 'ready'
  data: T
  /** These are the last question's figures; those asked for now are on their way. */
  passing: boolean
  /** Set when a later attempt failed, so that the figures are older than they should be. */
  stale: Stale | null
}

export interface Stale extends Failure {
  /** When the figures were right. */
  since: Date
}

export interface Failure {
  /** A sentence for the person at the screen. */
  reason: string
  retry: () => void
  /** Another attempt is under way. */
  retrying: boolean
}

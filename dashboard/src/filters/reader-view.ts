import { SubscriberState } from '@half-measure/shared/people/subscriber.ts'

/** Which readers of the newsletter are shown. It lives in the address. */
export interface ReaderView {
  state: SubscriberState
  /** Text searched for; empty for all. */
  q: string
}

/** Whatever cannot be read is the whole list, which shows at once where one is. */
export function readReaderView(params: URLSearchParams): ReaderView {
  return {
    state: SubscriberState.catch('all').parse(params.get('state') ?? 'all'),
    q: (params.get('q') ?? '').trim(),
  }
}

/** Defaults are left out; the API is asked in the same words. */
export function writeReaderView({ state, q }: ReaderView): URLSearchParams {
  const params = new URLSearchParams()
  if (state !== 'all') params.set('state', state)
  if (q !== '') params.set('q', q)
  return params
}

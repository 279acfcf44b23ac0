import { randomUuid } from '../client/random-uuid.ts'
import type { PixelEventName } from './pixel-events.ts'

/** The command queue that pixels of this family take over once their script has arrived. */
interface PixelQueue {
  (...command: unknown[]): void
  queue: unknown[][]
  callMethod?: (...command: unknown[]) => void
  loaded: boolean
  version: string
  push?: unknown
}

declare global {
  interface Window {
    fbq?: PixelQueue
    _fbq?: PixelQueue
  }
}

/** Names that the pixel's vendor knows; the others are our own. */
const STANDARD: readonly PixelEventName[] = ['PageView', 'ViewContent']

/** Cookies that the pixel's script sets. */
const COOKIES = ['_fbp', '_fbc']

/** The marketing pixel: neither its script nor its configuration is requested before the first allowed event. */
export function createPixel(allowed: () => boolean) {
  let ready: Promise<void> | undefined
  let script: HTMLScriptElement | undefined

  async function load(): Promise<void> {
    const pixel = await configuredPixel()
    // The reader may have withdrawn during the request.
    if (!pixel || !allowed()) return
    const queue: PixelQueue = Object.assign(
      (...command: unknown[]) => {
        if (queue.callMethod) queue.callMethod(...command)
        else queue.queue.push(command)
      },
      { queue: [], loaded: true, version: '2.0' },
    )
    queue.push = queue
    window.fbq = window._fbq = queue
    queue('init', pixel.id)
    script = Object.assign(document.createElement('script'), { src: pixel.src, async: true })
    document.head.append(script)
  }

  return {
    /** Sends an event where the reader has consented. @returns its `event_id`. */
    send(name: PixelEventName, payload: Readonly<Record<string, unknown>> = {}): string | undefined {
      if (!allowed()) return undefined
      const event_id = `${name}_${Date.now()}_${randomUuid().slice(0, 8)}`
      const data = { ...payload, event_id, page_path: location.pathname }
      ready ??= load()
      void ready.then(() => {
        if (!allowed()) return
        window.fbq?.(STANDARD.includes(name) ? 'track' : 'trackCustom', name, data, { eventID: event_id })
      })
      return event_id
    },
    /** Stops the pixel on this page, and removes its cookies. */
    remove(): void {
      window.fbq?.('consent', 'revoke')
      delete window.fbq
      delete window._fbq
      script?.remove()
      ready = script = undefined
      // Its script sets them for the highest domain that takes them.
      const labels = location.hostname.split('.')
      for (const name of COOKIES) {
        const expired = `${name}=; path=/; max-age=0`
        document.cookie = expired
        for (const index of labels.keys())
          document.cookie = `${expired}; domain=${labels.slice(index).join('.')}`
      }
    },
  }
}

interface PixelConfig {
  readonly id: string
  readonly src: string
}

/** Which pixel this installation has, if any. */
async function configuredPixel(): Promise<PixelConfig | undefined> {
  try {
    const response = await fetch('/api/config')
    if (!response.ok) return undefined
    const { pixel } = (await response.json()) as { readonly pixel: PixelConfig | null }
    return pixel ?? undefined
  } catch {
    return undefined
  }
}

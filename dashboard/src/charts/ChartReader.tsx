import { useId, useRef, useState, type CSSProperties, type ReactNode } from 'react'
import { bucketAfterKey, bucketAt, placeOf, type Placing } from './reading.ts'

/** A bucket that is being read, and by what. */
interface Reading {
  index: number
  by: 'mouse' | 'touch' | 'keys'
  /** Where it stands, in pixels from the frame's left. */
  at: number
}

/** The way from a bucket into it. */
export interface Opening {
  /** `Show this day` */
  words: string
  /** Null where a bucket leads nowhere. */
  of: (index: number) => (() => void) | null
}

interface ChartReaderProps {
  /** `Visits over time` */
  label: string
  count: number
  placing: Placing
  /** A bucket in words, to be read out. */
  words: (index: number) => string
  /** The same to be seen. */
  tip: (index: number) => ReactNode
  opening?: Opening | undefined
  /** Draws the chart, with a mark at the bucket that is being read. */
  children: (reading: number | null) => ReactNode
}

/**
 * Has a chart read bucket by bucket. A mouse reads what it is over and opens it by a press. A finger reads what it
 * presses or is drawn along, and opens it by a second press or by the button. Keys move along as on a slider, which
 * is what it is to a screen reader: each bucket is read out. Enter opens it; Escape takes the mark away.
 */
export function ChartReader({ label, count, placing, words, tip, opening, children }: ChartReaderProps) {
  const helpId = useId()
  const frame = useRef<HTMLDivElement>(null)
  const pressed = useRef<{ touch: boolean; index: number | null }>({ touch: false, index: null })
  const [reading, setReading] = useState<Reading | null>(null)
  // Another answer may have fewer buckets.
  const shown = reading !== null && reading.index < count ? reading : null
  const last = count - 1

  function bucketUnder(clientX: number): number {
    const { left, width } = plotOf(frame.current)
    return bucketAt((clientX - left) / Math.max(width, 1), count, placing)
  }

  function read(index: number, by: Reading['by']): void {
    const { left, width } = plotOf(frame.current)
    const at = left + width * placeOf(index, count, placing) - leftOf(frame.current)
    setReading((before) => (before?.index === index && before.by === by ? before : { index, by, at }))
  }

  function open(index: number): void {
    const way = opening?.of(index)
    if (!way) return
    setReading(null)
    way()
  }

  const way = shown && opening?.of(shown.index)
  return (
    <div
      ref={frame}
      className="chart-reader"
      data-opens={opening !== undefined}
      onBlur={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget)) setReading(null)
      }}
    >
      <div
        className="chart-plot"
        // An input could not hold a drawing.
        // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role
        role="slider"
        tabIndex={0}
        aria-label={label}
        aria-describedby={helpId}
        aria-orientation="horizontal"
        aria-valuemin={1}
        aria-valuemax={Math.max(count, 1)}
        aria-valuenow={(shown?.index ?? last) + 1}
        aria-valuetext={count === 0 ? 'Nothing to show' : words(shown?.index ?? last)}
        onPointerDown={({ pointerType }) => {
          pressed.current = { touch: pointerType !== 'mouse', index: shown?.index ?? null }
        }}
        onPointerMove={({ pointerType, clientX }) => {
          if (count > 0) read(bucketUnder(clientX), pointerType === 'mouse' ? 'mouse' : 'touch')
        }}
        onPointerLeave={() => setReading((before) => (before?.by === 'mouse' ? null : before))}
        onClick={({ clientX }) => {
          if (count === 0) return
          const index = bucketUnder(clientX)
          const { touch, index: before } = pressed.current
          if (touch && before !== index) read(index, 'touch')
          else open(index)
        }}
        onFocus={({ currentTarget }) => {
          if (count > 0 && currentTarget.matches(':focus-visible')) read(last, 'keys')
        }}
        onKeyDown={(event) => {
          if (event.ctrlKey || event.metaKey || event.altKey) return
          const index = bucketAfterKey(event.key, shown?.index ?? null, count)
          if (index !== null) read(index, 'keys')
          else if (event.key === 'Enter' && shown) open(shown.index)
          else if (event.key === 'Escape' && shown) setReading(null)
          else return
          event.preventDefault()
        }}
      >
        {children(shown?.index ?? null)}
      </div>
      <p id={helpId} className="visually-hidden">
        Arrow keys move along. {opening && `Enter: ${opening.words.toLowerCase()}. `}Escape takes the mark
        away.
      </p>
      {shown && (
        <div
          className="chart-tip"
          data-by={shown.by}
          data-side={shown.index * 2 < count ? 'after' : 'before'}
          style={{ '--at': `${shown.at}px` } as CSSProperties}
          // A slider says its value itself; the button is for fingers.
          aria-hidden={shown.by !== 'touch'}
        >
          {tip(shown.index)}
          {opening && way && shown.by === 'keys' && (
            <p className="chart-tip-key">
              <kbd>Enter</kbd> {opening.words}
            </p>
          )}
          {opening && way && shown.by === 'touch' && (
            <button type="button" className="button" onClick={() => open(shown.index)}>
              {opening.words}
            </button>
          )}
        </div>
      )}
    </div>
  )
}

/** The drawn grid is as wide as the plot, which depends on how wide the words of its axis are. */
function plotOf(frame: Element | null): Pick<DOMRect, 'left' | 'width'> {
  return frame?.querySelector('.recharts-cartesian-grid')?.getBoundingClientRect() ?? { left: 0, width: 0 }
}

function leftOf(frame: Element | null): number {
  return frame?.getBoundingClientRect().left ?? 0
}

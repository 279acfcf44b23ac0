import { type CSSProperties, type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { Button } from '../ui/Button.tsx'
import { MARGIN, Plot, type PlotProps } from './Plot.tsx'
import { nearestPoint, pointAfterKey, pointAt } from './reading.ts'

/** Where a point leads. */
export interface Opening {
  /** `Show this day` */
  label: string
  /** Null where a point leads nowhere. */
  of: (index: number) => (() => void) | null
}

export interface LineChartProps extends Omit<PlotProps, 'width' | 'height'> {
  /** `Sessions over time` */
  label: string
  /** A point in a sentence, to be read out. */
  describe: (index: number) => string
  /** The same point as a tooltip. */
  renderTip: (index: number) => ReactNode
  opening?: Opening | undefined
}

interface Reading {
  index: number
  by: 'mouse' | 'touch' | 'keys'
}

/**
 * A line chart with readable points. A mouse reads the point below it and opens it with a click. A finger reads the point
 * that it touches, and opens it with a second tap or the button. For keyboards and screen readers it is a slider: each
 * point is read out, Enter opens it, Escape removes the mark.
 */
export function LineChart({ label, describe, renderTip, opening, ...plot }: LineChartProps) {
  const { labels } = plot
  const helpId = useId()
  const frame = useRef<HTMLDivElement>(null)
  const pressed = useRef<{ isTouch: boolean; index: number | null }>({ isTouch: false, index: null })
  const [reading, setReading] = useState<Reading | null>(null)
  const { width, height } = useSize(frame)
  const count = labels.length
  const last = count - 1
  // New data may have fewer points.
  const shown = reading !== null && reading.index < count ? reading : null

  const plotWidth = Math.max(width - MARGIN.left - MARGIN.right, 1)
  const read = (index: number, by: Reading['by']) =>
    setReading((before) => (before?.index === index && before.by === by ? before : { index, by }))
  const under = (clientX: number) => {
    const start = frame.current?.getBoundingClientRect().left ?? 0
    return nearestPoint((clientX - start - MARGIN.left) / plotWidth, count)
  }
  const open = (index: number) => {
    const go = opening?.of(index)
    if (!go) return
    setReading(null)
    go()
  }

  const go = shown && opening?.of(shown.index)
  return (
    <div
      ref={frame}
      className="line-chart"
      data-opens={opening !== undefined}
      onBlur={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget)) setReading(null)
      }}
    >
      <div
        className="plot"
        // An input cannot hold a drawing.
        // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role
        role="slider"
        tabIndex={0}
        aria-label={label}
        aria-describedby={helpId}
        aria-orientation="horizontal"
        aria-valuemin={1}
        aria-valuemax={Math.max(count, 1)}
        aria-valuenow={(shown?.index ?? last) + 1}
        aria-valuetext={count === 0 ? 'No data' : describe(shown?.index ?? last)}
        onPointerDown={({ pointerType }) => {
          pressed.current = { isTouch: pointerType !== 'mouse', index: shown?.index ?? null }
        }}
        onPointerMove={({ pointerType, clientX }) => {
          if (count > 0) read(under(clientX), pointerType === 'mouse' ? 'mouse' : 'touch')
        }}
        onPointerLeave={() => setReading((before) => (before?.by === 'mouse' ? null : before))}
        onClick={({ clientX }) => {
          if (count === 0) return
          const index = under(clientX)
          if (pressed.current.isTouch && pressed.current.index !== index) read(index, 'touch')
          else open(index)
        }}
        onFocus={({ currentTarget }) => {
          if (count > 0 && currentTarget.matches(':focus-visible')) read(last, 'keys')
        }}
        onKeyDown={(event) => {
          if (event.ctrlKey || event.metaKey || event.altKey) return
          const index = pointAfterKey(event.key, shown?.index ?? null, count)
          if (index !== null) read(index, 'keys')
          else if (event.key === 'Enter' && shown) open(shown.index)
          else if (event.key === 'Escape' && shown) setReading(null)
          else return
          event.preventDefault()
        }}
      >
        {width > 0 && <Plot {...plot} width={width} height={height} read={shown?.index ?? null} />}
      </div>
      <p id={helpId} className="visually-hidden">
        Use the arrow keys to move. {opening && `Enter: ${opening.label.toLowerCase()}. `}Escape removes the
        mark.
      </p>
      {shown && (
        <div
          className="plot-tip"
          data-side={shown.index * 2 < count ? 'after' : 'before'}
          style={{ '--at': `${MARGIN.left + plotWidth * pointAt(shown.index, count)}px` } as CSSProperties}
          // A slider says its own value; the button is for fingers.
          aria-hidden={shown.by !== 'touch'}
        >
          {renderTip(shown.index)}
          {opening && go && shown.by === 'keys' && (
            <p className="note">
              <kbd>Enter</kbd> {opening.label}
            </p>
          )}
          {opening && go && shown.by === 'touch' && (
            <Button onClick={() => open(shown.index)}>{opening.label}</Button>
          )}
        </div>
      )}
    </div>
  )
}

function useSize(ref: { current: HTMLElement | null }): { width: number; height: number } {
  const [size, setSize] = useState({ width: 0, height: 0 })
  useEffect(() => {
    const element = ref.current
    if (!element) return
    const observer = new ResizeObserver(([entry]) => {
      if (entry) setSize({ width: entry.contentRect.width, height: entry.contentRect.height })
    })
    observer.observe(element)
    return () => observer.disconnect()
  }, [ref])
  return size
}

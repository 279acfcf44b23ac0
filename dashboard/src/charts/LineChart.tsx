import { type CSSProperties, type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { Button } from '../ui/Button.tsx'
import { axisTicks, labelStep, linePath, nearestPoint, pointAfterKey, pointAt } from './scale.ts'

/** Where a point leads. */
export interface Opening {
  /** `Show this day` */
  label: string
  /** Null where a point leads nowhere. */
  of: (index: number) => (() => void) | null
}

interface LineChartProps {
  /** `Sessions over time` */
  label: string
  /** On the axis, one for each point. */
  labels: readonly string[]
  /** What is read, one for each point. */
  values: readonly (number | null)[]
  /** What is drawn, from back to front. */
  lines: readonly { className: string; values: readonly (number | null)[] }[]
  /** An area behind the lines: low and high end at each point. */
  band?: readonly (readonly [number, number])[]
  /** Points with a dot on the axis. */
  marked?: readonly number[]
  wholeNumbers?: boolean
  formatTick: (value: number) => string
  /** A point in a sentence, to be read out. */
  describe: (index: number) => string
  /** The same to be seen. */
  renderTip: (index: number) => ReactNode
  opening?: Opening | undefined
}

interface Reading {
  index: number
  by: 'mouse' | 'touch' | 'keys'
}

const TOP = 12
const RIGHT = 8
const BOTTOM = 24

/**
 * A line chart that is read point by point. A mouse reads what it is over and opens it by a click. A finger reads what
 * it touches, and opens it by a second tap or by the button. For keyboards and screen readers it is a slider: each
 * point is read out, Enter opens it, Escape removes the mark.
 */
export function LineChart(props: LineChartProps) {
  const { label, labels, lines, describe, renderTip, opening } = props
  const helpId = useId()
  const frame = useRef<HTMLDivElement>(null)
  const pressed = useRef<{ isTouch: boolean; index: number | null }>({ isTouch: false, index: null })
  const [reading, setReading] = useState<Reading | null>(null)
  const { width, height } = useSize(frame)
  const count = labels.length
  const last = count - 1
  // Other data may have fewer points.
  const shown = reading !== null && reading.index < count ? reading : null

  const drawn = [...lines.flatMap((line) => line.values), ...(props.band ?? []).flat()]
  const ticks = axisTicks(
    drawn.filter((value) => value !== null),
    { wholeNumbers: props.wholeNumbers ?? false },
  )
  const left = Math.max(...ticks.map((tick) => props.formatTick(tick).length)) * 7 + 10
  const plot = { width: Math.max(width - left - RIGHT, 1), height: Math.max(height - TOP - BOTTOM, 1) }
  const [lowest = 0, highest = 1] = [ticks[0], ticks.at(-1)]
  const x = (index: number) => left + plot.width * pointAt(index, count)
  const y = (value: number) => TOP + plot.height * (1 - (value - lowest) / (highest - lowest))
  const step = labelStep(labels, plot.width)

  const read = (index: number, by: Reading['by']) =>
    setReading((before) => (before?.index === index && before.by === by ? before : { index, by }))
  const under = (clientX: number) => {
    const start = frame.current?.getBoundingClientRect().left ?? 0
    return nearestPoint((clientX - start - left) / plot.width, count)
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
        {width > 0 && (
          <svg width={width} height={height} aria-hidden="true">
            <g className="plot-grid">
              {ticks.map((tick) => (
                <g key={tick}>
                  <path
                    className={tick === 0 ? 'plot-zero' : undefined}
                    d={`M${left} ${y(tick)}h${plot.width}`}
                  />
                  <text x={left - 8} y={y(tick)} dy="0.32em" textAnchor="end">
                    {props.formatTick(tick)}
                  </text>
                </g>
              ))}
              {labels.map(
                (text, index) =>
                  index % step === 0 && (
                    <text
                      key={index}
                      x={x(index)}
                      y={height - 6}
                      textAnchor={anchorOf(x(index), left, width)}
                    >
                      {text}
                    </text>
                  ),
              )}
            </g>
            {props.band && (
              <path
                className="plot-band"
                d={`${linePath(props.band.map(([low], index) => [x(index), y(low)]))}${linePath(
                  props.band.map(([, high], index) => [x(index), y(high)] as const).toReversed(),
                ).replace('M', 'L')}Z`}
              />
            )}
            {shown && <path className="plot-cursor" d={`M${x(shown.index)} ${TOP}v${plot.height}`} />}
            {lines.map(({ className, values }) => (
              <path
                key={className}
                className={`plot-line ${className}`}
                d={linePath(values.map((value, index) => (value === null ? null : [x(index), y(value)])))}
              />
            ))}
            {props.marked?.map((index) => (
              <circle key={index} className="plot-mark" cx={x(index)} cy={y(lowest)} r="4" />
            ))}
            {props.values.map(
              (value, index) =>
                value !== null &&
                (index === shown?.index || count === 1) && (
                  <circle key={index} className="plot-point" cx={x(index)} cy={y(value)} r="5" />
                ),
            )}
          </svg>
        )}
      </div>
      <p id={helpId} className="visually-hidden">
        Use the arrow keys to move. {opening && `Enter: ${opening.label.toLowerCase()}. `}Escape removes the
        mark.
      </p>
      {shown && (
        <div
          className="plot-tip"
          data-side={shown.index * 2 < count ? 'after' : 'before'}
          style={{ '--at': `${x(shown.index)}px` } as CSSProperties}
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

/** Labels at the edges stay inside. */
function anchorOf(at: number, left: number, width: number): 'start' | 'middle' | 'end' {
  if (at < left + 20) return 'start'
  return at > width - 30 ? 'end' : 'middle'
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

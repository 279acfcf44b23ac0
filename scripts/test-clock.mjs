// Moves the clock of a whole process. Preloaded (`node --import`), it sets `Date`, `Temporal.Now` and the times of files
// to TEST_CLOCK as the process starts; they run on from there. Child processes get the same clock. Timers,
// `performance`, the embedded engine and servers keep the machine's. On SIGUSR2 the clock of a process jumps: it is then
// ahead of the machine's by the milliseconds in TEST_CLOCK_FILE.
//
// Not libfaketime: the embedded engine hangs under it, and it leaves the times of files where they are, so that a
// process in 2028 sees its own files as years old.
import { readFileSync } from 'node:fs'
import promises from 'node:fs/promises'
import { syncBuiltinESMExports } from 'node:module'

const realNow = Date.now
process.env.TEST_CLOCK_OFFSET ??= String(Date.parse(process.env.TEST_CLOCK ?? '') - realNow())
let offset = Number(process.env.TEST_CLOCK_OFFSET)
if (!Number.isSafeInteger(offset)) throw new Error(`TEST_CLOCK is not an instant: ${process.env.TEST_CLOCK}`)

const { TEST_CLOCK_FILE } = process.env
if (TEST_CLOCK_FILE) process.on('SIGUSR2', () => (offset = Number(readFileSync(TEST_CLOCK_FILE, 'utf8'))))

const preload = `--import=${import.meta.url}`
const options = process.env.NODE_OPTIONS ?? ''
if (!options.includes(preload)) process.env.NODE_OPTIONS = `${options} ${preload}`.trim()

const now = () => realNow() + offset
Date.now = now
globalThis.Date = new Proxy(Date, {
  apply: (RealDate) => new RealDate(now()).toString(),
  construct: (RealDate, args, newTarget) =>
    Reflect.construct(RealDate, args.length === 0 ? [now()] : args, newTarget),
})
Reflect.set(Date.prototype, 'constructor', Date)

const { Now } = Temporal
const realInstant = Now.instant
const instant = () => realInstant().add({ milliseconds: offset })
const zoned = (zone = Now.timeZoneId()) => instant().toZonedDateTimeISO(zone)
Object.assign(Now, {
  instant,
  zonedDateTimeISO: zoned,
  plainDateTimeISO: (zone) => zoned(zone).toPlainDateTime(),
  plainDateISO: (zone) => zoned(zone).toPlainDate(),
  plainTimeISO: (zone) => zoned(zone).toPlainTime(),
})

const realStat = promises.stat
promises.stat = async (...args) => {
  const stats = await realStat(...args)
  if (typeof stats.mtimeMs === 'number') stats.mtimeMs += offset
  return stats
}
syncBuiltinESMExports()

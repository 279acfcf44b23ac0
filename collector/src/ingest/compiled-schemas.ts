import { Beacon } from '@half-measure/shared/events/beacon.ts'
import { Event } from '@half-measure/shared/events/event.ts'
import { z } from 'zod'

/** The schemas of the wire, compiled: a good value is taken in a third of the time, a bad one judged as ever. */
export const CompiledBeacon = z.compile(Beacon)
export const CompiledEvent = z.compile(Event)

import { z } from 'zod'
import { AbAssignment } from './ab-assignment.ts'
import { Click } from './click.ts'
import { Conversion } from './conversion.ts'
import { Engagement } from './engagement.ts'
import { PageView } from './page-view.ts'

export const Event = z.discriminatedUnion('type', [PageView, Click, Conversion, AbAssignment, Engagement])

/** As the server works with it: bounded, clean, `occurred_at` in milliseconds. */
export type Event = z.output<typeof Event>

/** As a browser sends it: `occurred_at` in ISO 8601. */
export type SentEvent = z.input<typeof Event>

import { Delivery } from '@half-measure/shared/stats/delivery.ts'

/** The account of events, asked for as often as figures that end now. */
export const deliveryQuestion = {
  about: 'delivery',
  path: '/api/stats/delivery',
  schema: Delivery,
  everyMs: 5_000,
}

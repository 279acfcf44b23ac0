import { behindTheBar } from './behind-the-bar.ts'
import { billSpike } from './bill-spike.ts'
import { biscuitTin } from './biscuit-tin.ts'
import { busStop } from './bus-stop.ts'
import { cheeseRoll } from './cheese-roll.ts'
import { doorAjar } from './door-ajar.ts'
import { emptyChair } from './empty-chair.ts'
import { emptyWeek } from './empty-week.ts'
import { heronAndNotebook } from './heron-and-notebook.ts'
import { hopScales } from './hop-scales.ts'
import { labelledBottle } from './labelled-bottle.ts'
import { lastBell } from './last-bell.ts'
import { localMap } from './local-map.ts'
import { noThankYou } from './no-thank-you.ts'
import { noonSun } from './noon-sun.ts'
import type { Ornament } from './ornament.ts'
import { pumpClip } from './pump-clip.ts'
import { roundOnATray } from './round-on-a-tray.ts'
import { scentOfAShed } from './scent-of-a-shed.ts'
import { tableOfThree } from './table-of-three.ts'
import { thermometer } from './thermometer.ts'
import { threeThirds } from './three-thirds.ts'
import { twoAlike } from './two-alike.ts'
import { unpostedLetter } from './unposted-letter.ts'
import { waterJug } from './water-jug.ts'
import { wayHome } from './way-home.ts'

/** In the order of the pages. */
export const ornaments: readonly Ornament[] = [
  busStop,
  noonSun,
  labelledBottle,
  pumpClip,
  waterJug,
  threeThirds,
  scentOfAShed,
  thermometer,
  localMap,
  hopScales,
  twoAlike,
  cheeseRoll,
  roundOnATray,
  emptyChair,
  lastBell,
  noThankYou,
  tableOfThree,
  biscuitTin,
  unpostedLetter,
  wayHome,
  emptyWeek,
  billSpike,
  behindTheBar,
  heronAndNotebook,
  doorAjar,
]

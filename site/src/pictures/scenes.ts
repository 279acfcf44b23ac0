import type { Scene } from './composition.ts'
import { threePmSlump } from './scenes/3pm-slump.ts'
import { advertisingControversy } from './scenes/advertising-controversy.ts'
import { alcoholFreeBoom } from './scenes/alcohol-free-boom.ts'
import { brewdogDelisting } from './scenes/brewdog-delisting.ts'
import { breweryLying } from './scenes/brewery-lying.ts'
import { brusselsChangedEverything } from './scenes/brussels-changed-everything.ts'
import { cryoHopsInnovation } from './scenes/cryo-hops-innovation.ts'
import { fridayRitualCost } from './scenes/friday-ritual-cost.ts'
import { genZBeerCulture } from './scenes/gen-z-beer-culture.ts'
import { grandfatherDrankBetter } from './scenes/grandfather-drank-better.ts'
import { halfMeasure } from './scenes/half-measure.ts'
import { optimizationTrap } from './scenes/optimization-trap.ts'
import { pineBeer } from './scenes/pine-beer.ts'
import { callumFrew, devRamanathan, imogenHartley, ruthAchterberg, tomaszBell } from './scenes/portraits.ts'
import {
  bellwetherStout,
  evenkeelBotanicalBrew,
  lowMeadowWheat,
  nightjarLager,
  ostlerStreetAmber,
  quarterBellPale,
} from './scenes/products.ts'
import { professionalDayDrinking } from './scenes/professional-day-drinking.ts'
import { sleepDisrupted } from './scenes/sleep-disrupted.ts'
import { SPOTS } from './scenes/spots.ts'
import { stillLife } from './scenes/still-life.ts'
import { tokyoDrinking } from './scenes/tokyo-drinking.ts'
import { sixCodedGlasses } from './scenes/top-5-non-alcoholic-beers-uk.ts'
import { ukBreweryClosures } from './scenes/uk-brewery-closures.ts'
import { wednesdayFriday } from './scenes/wednesday-friday.ts'
import { wednesdayWine } from './scenes/wednesday-wine.ts'

const SCENES: Record<string, () => Scene> = {
  '3pm-slump': threePmSlump,
  'advertising-controversy': advertisingControversy,
  'alcohol-free-boom': alcoholFreeBoom,
  'brewdog-delisting': brewdogDelisting,
  'brewery-lying': breweryLying,
  'brussels-changed-everything': brusselsChangedEverything,
  'cryo-hops-innovation': cryoHopsInnovation,
  'friday-ritual-cost': fridayRitualCost,
  'gen-z-beer-culture': genZBeerCulture,
  'grandfather-drank-better': grandfatherDrankBetter,
  'optimization-trap': optimizationTrap,
  'pine-beer': pineBeer,
  'professional-day-drinking': professionalDayDrinking,
  'sleep-disrupted': sleepDisrupted,
  'tokyo-drinking': tokyoDrinking,
  'uk-brewery-closures': ukBreweryClosures,
  'wednesday-friday': wednesdayFriday,
  'wednesday-wine': wednesdayWine,
  'half-measure': halfMeasure,
  'top-5-non-alcoholic-beers-uk': sixCodedGlasses,
  'imogen-hartley': imogenHartley,
  'tomasz-bell': tomaszBell,
  'dev-ramanathan': devRamanathan,
  'ruth-achterberg': ruthAchterberg,
  'callum-frew': callumFrew,
  'quarter-bell-pale': quarterBellPale,
  'ostler-street-amber': ostlerStreetAmber,
  'nightjar-lager': nightjarLager,
  'low-meadow-wheat': lowMeadowWheat,
  'bellwether-stout': bellwetherStout,
  'evenkeel-botanical-brew': evenkeelBotanicalBrew,
  ...SPOTS,
}

const drawn = new Map<string, Scene>()

/** The scene of a slug, or a still life seeded by the slug; drawn once for all crops. */
export function sceneFor(slug: string): Scene {
  const scene = drawn.get(slug) ?? SCENES[slug]?.() ?? stillLife(slug)
  drawn.set(slug, scene)
  return scene
}

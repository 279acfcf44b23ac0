import { scene, type Scene } from '../composition.ts'
import { glass } from '../motifs/glass.ts'
import { bust } from '../motifs/people.ts'
import { serve } from '../motifs/serve.ts'
import { streetLamp } from '../motifs/street-lamp.ts'
import { seededRandom } from '../random.ts'
import { circle, ellipse, fade, glow, line, path, rect, ring, round, times, within } from '../shapes.ts'
import { bus, die, paperStrip } from './science-and-guide-spots.ts'

/* Small pictures within long articles, drawn for the crop `spot`: y from 200 to 600. */

/** A watch in a drawer, still drawing its line. */
const watch = scene(['mist', 'copper', 'night'], (sheet) => {
  sheet.print('night', rect(0, 200, 1200, 400, 0.85))
  sheet.paste('mist', path('M170 250L1030 250L1120 560L80 560Z', 0.8))
  sheet.print('night', path('M170 250L1030 250L1050 320L150 320Z', 0.5))
  sheet.print('copper', rect(60, 548, 1080, 52), circle(600, 576, 0))
  sheet.print('night', line('M60 548H1140', 6), circle(600, 576, 14))
  const strap =
    'M250 440Q400 374 520 384V478Q400 470 270 516ZM680 384Q820 372 960 430L946 512Q820 462 680 478Z'
  sheet.paste('copper', path(strap))
  sheet.print('night', line(strap, 5), ...[300, 336, 372].map((x, hole) => ellipse(x, 466 - hole * 10, 7, 5)))
  sheet.paste('night', rect(508, 356, 184, 150, 1, 34))
  sheet.paste('mist', rect(524, 372, 152, 118, 0.3, 20))
  sheet.print('copper', line('M536 400H556V446H572V470H596V424H612V446H632V400H648V470H664', 6))
})

/** Three in the morning: the moon in a window, a clock, a glass of water. */
const three = scene(['straw', 'mist', 'night'], (sheet) => {
  sheet.print('night', rect(0, 200, 1200, 400, 0.92))
  sheet.paste('mist', rect(430, 200, 340, 290, 0.8))
  sheet.print('night', fade(430, 200, 340, 290, { id: 'night', from: 0.75, to: 0.3 }))
  sheet.paste('straw', circle(664, 290, 46))
  sheet.print('night', path('M664 244A46 46 0 0 1 664 336A70 70 0 0 0 664 244Z', 0.6))
  sheet.print('night', path('M430 490V440L480 410L540 446V424H560V458L640 430L700 452L770 420V490Z', 0.9))
  sheet.bare(line('M600 200V490M430 350H770', 9), line('M424 200V496H776V200', 10))
  sheet.paste('mist', rect(0, 536, 1200, 64))
  sheet.print('night', rect(0, 536, 1200, 64, 0.55), line('M0 536H1200', 5))
  sheet.bare(circle(250, 446, 88), path('M186 520L168 540H200ZM314 520L332 540H300Z'))
  sheet.print('straw', circle(250, 446, 88))
  sheet.bare(circle(250, 446, 70))
  sheet.print('night', ring(250, 446, 88, 7), line('M250 446V392M250 446H292', 8))
  sheet.print('night', line('M250 382v8M250 502v8M186 446h8M306 446h8', 6))
  sheet.print('night', line('M190 514L172 538M310 514L328 538', 8))
  serve(sheet, glass('tumbler', 930, 540, 150), { level: 0.7, drink: { mist: 0.5 }, outline: 'night' })
})

/** A brewhouse on its way home behind a truck. */
const trailer = scene(['straw', 'copper', 'pine'], (sheet) => {
  sheet.print('straw', rect(0, 200, 1200, 330, 0.4), rect(0, 530, 1200, 70))
  sheet.print('pine', path('M0 530V470Q180 400 380 462Q560 400 760 466Q960 410 1200 470V530Z', 0.3))
  sheet.print('pine', rect(0, 530, 1200, 70, 0.7), line('M0 530H1200', 5))
  sheet.bare(line('M60 570H180M300 570H420M540 570H660M780 570H900M1020 570H1140', 6))
  sheet.print('pine', rect(130, 478, 520, 18), line('M650 487H752', 9))
  for (const [x, width, height] of [
    [250, 170, 190],
    [420, 120, 150],
    [556, 130, 172],
  ] as const) {
    const top = 478 - height
    const tank = `M${x - width / 2} 478V${top + 40}Q${x - width / 2} ${top} ${x - 16} ${top - 6}V${top - 30}H${x + 16}V${top - 6}Q${x + width / 2} ${top} ${x + width / 2} ${top + 40}V478Z`
    sheet.paste('copper', path(tank, 0.9))
    sheet.bare(rect(x - width * 0.36, top + 44, 14, height - 66, 0, 7))
    const bands = `M${x - width / 2} ${top + 62}H${x + width / 2}M${x - width / 2} 446H${x + width / 2}`
    sheet.print('pine', within(tank, `tank${x}`, rect(x + width * 0.12, top - 40, width, height + 60, 0.5)))
    sheet.print('pine', line(tank, 5), line(bands, 4))
  }
  // A rope over the load.
  sheet.bare(line('M140 478L196 314L390 332L470 352L600 326L640 478', 5))
  sheet.paste('pine', path('M742 500V420H856L872 320H986Q1006 320 1016 346L1042 416L1090 430V500Z', 0.9))
  sheet.paste('straw', path('M886 410L898 346H980Q990 346 996 358L1014 410Z', 0.6))
  sheet.print('straw', circle(1084, 456, 9))
  for (const x of [230, 310, 820, 1022]) {
    sheet.bare(circle(x, 510, 40))
    sheet.print('pine', circle(x, 510, 38))
    sheet.bare(circle(x, 510, 15))
  }
})

/** A brewery's chimney over the roofs, without smoke. */
const chimney = scene(['rose', 'brick', 'stout'], (sheet) => {
  sheet.print('rose', fade(0, 200, 1200, 400, { id: 'dusk', from: 0.25, to: 0.9 }))
  sheet.paste('rose', circle(262, 404, 74, 0.3))
  const stack = 'M564 600L582 236H658L676 600Z'
  sheet.paste('brick', path(stack), rect(566, 218, 108, 26))
  sheet.print('stout', within(stack, 'shade', rect(626, 200, 80, 400, 0.6)))
  sheet.print('stout', line('M580 266H660M577 330H663M574 394H666', 5))
  sheet.print('stout', line(`${stack}M566 218H674V244H566Z`, 5))
  const hall = 'M420 600V450L470 412V450L520 412V450L570 412V600ZM676 600V430H900V600Z'
  sheet.paste('brick', path(hall, 0.75))
  sheet.print('stout', line(hall, 5), path(hall, 0.25), line('M712 470h44v44h-44zM790 470h44v44h-44z', 4))
  // One window is boarded up with a cross.
  sheet.print('stout', line('M712 470l44 44M756 470l-44 44M790 470l44 44M834 470l-44 44', 4))
  for (let house = 0; house < 12; house += 1) {
    const x = house * 104 - 22
    const roof = `M${x} 600V546L${x + 52} 508L${x + 104} 546V600Z`
    sheet.paste('stout', path(roof, 0.85))
    sheet.print('stout', rect(x + 70, 500, 18, 32))
    if (house % 5 === 1) sheet.paste('rose', rect(x + 26, 562, 24, 28, 0.5))
  }
})

/** Tumblers that are left full, and a large bottle that is at rest. */
const fullGlasses = scene(['amber', 'brick', 'night'], (sheet) => {
  sheet.print('brick', rect(0, 200, 1200, 300, 0.85))
  sheet.print('night', rect(0, 200, 1200, 300, 0.3))
  sheet.paste('amber', rect(0, 500, 1200, 100, 0.6))
  sheet.print('night', line('M0 500H1200', 6), line('M0 540H1200M0 572H1200', 2.5, 0.5))
  for (const [index, x] of [170, 330, 490, 650].entries())
    serve(sheet, glass('tumbler', x, 546, 128), {
      level: index === 3 ? 0.12 : 0.96,
      drink: { amber: 1, brick: 0.12 },
      ...(index < 3 && { foam: { rise: 10, random: seededRandom(`tumbler${index}`) } }),
      outline: 'night',
    })
  const bottle =
    'M860 552V360Q860 316 892 296V226H942V296Q974 316 974 360V552Q974 562 962 562H872Q860 562 860 552Z'
  sheet.paste('night', path(bottle, 0.9), rect(886, 208, 62, 24))
  sheet.print('brick', path(bottle, 0.6))
  sheet.bare(rect(864, 384, 106, 104), rect(876, 340, 10, 40, 0, 5))
  sheet.print('amber', rect(864, 384, 106, 104, 0.5))
  sheet.print('brick', circle(917, 436, 34))
})

/** Names with a brush. */
const BRUSHED = [
  'h38m-20 -16v44',
  'q20 -4 36 -12m-18 4q2 24 -14 36',
  'h34m-30 14h26m-26 14h34',
  'q16 20 38 26m-6 -34q-8 22 -28 36',
]

/** A shelf of bottles that are kept for people; the one at the wall has waited longest. */
const shelf = scene(['straw', 'rust', 'stout'], (sheet) => {
  sheet.print('stout', rect(0, 200, 1200, 400, 0.82))
  sheet.paste('rust', rect(0, 536, 1200, 26))
  sheet.print('stout', rect(0, 562, 1200, 38), rect(1128, 200, 72, 400))
  const random = seededRandom('kept')
  for (let at = 0; at < 8; at += 1) {
    const old = at === 7
    const [x, width, height] = [112 + at * 136, 84 + (at % 3) * 10, 210 + ((at * 53) % 60)]
    const top = 536 - height
    const [left, right] = [x - width / 2, x + width / 2]
    const bottle = `M${left} 536V${top + 96}Q${left} ${top + 66} ${x - 15} ${top + 52}V${top}H${x + 15}V${top + 52}Q${right} ${top + 66} ${right} ${top + 96}V536Z`
    sheet.paste('straw', path(bottle, 0.25))
    const level = old ? top + 92 : top + 120 + random() * (height - 200)
    sheet.print('rust', within(bottle, `in${at}`, rect(left, level, width, 400, 0.9)))
    sheet.print('straw', within(bottle, `in${at}`, rect(left, level, width, 400)))
    sheet.print('stout', line(bottle, 5), rect(x - 19, top - 16, 38, 20))
    const tag = `M${x + 6} ${top + 56}l34 26v70h-60v-62z`
    sheet.paste('straw', path(tag, old ? 1 : 0.1))
    if (old) sheet.print('rust', path(tag, 0.5))
    const name = old ? 'h38m-38 18h30' : BRUSHED[at % BRUSHED.length]
    sheet.print('stout', line(`M${x - 10} ${top + 112}${name}`, 4))
    sheet.print('stout', line(`M${x} ${top + 40}L${x + 8} ${top + 60}`, 3), line(tag, 3))
  }
})

/** A bottle of gueuze on its side in a basket, and a glass filled to the half. */
const basket = scene(['straw', 'rust', 'pine'], (sheet) => {
  sheet.print('straw', rect(0, 200, 1200, 400, 0.55))
  sheet.print('pine', rect(0, 200, 1200, 290, 0.55))
  const tiles = times(15, (tile) => `M${tile * 86} 490V200M0 ${232 + tile * 86}H1200`)
  sheet.print('pine', within('M0 200H1200V490H0Z', 'tiles', line(tiles, 4)))
  sheet.paste('rust', rect(0, 490, 1200, 110, 0.75))
  sheet.print('pine', line('M0 490H1200', 6))
  const bottle = 'M236 470L300 352Q330 330 420 348L566 312L668 268L684 300L590 352Q560 420 520 470Z'
  sheet.paste('pine', path(bottle))
  sheet.print('straw', path('M668 268L706 250L722 282L684 300Z'), line('M706 250L722 282', 6))
  sheet.paste('straw', path('M340 372L452 352L484 440L372 456Z', 0.3))
  sheet.print('rust', line('M368 398L446 384M376 422L456 408', 6))
  const weave = 'M180 420Q400 476 640 400L596 520Q590 534 570 534H270Q246 534 238 518Z'
  sheet.paste('straw', path(weave))
  const canes = times(17, (cane) => `M${176 + cane * 30} 400L${206 + cane * 24} 540`)
  const strands = `${canes.join('')}M160 452Q400 506 660 436M180 486Q400 530 660 474M200 514H640`
  sheet.print('rust', path(weave, 0.35), within(weave, 'weave', line(strands, 5)))
  sheet.print('pine', line(weave, 6), line('M200 424Q250 236 420 262Q560 280 622 402', 9))
  serve(sheet, glass('goblet', 900, 544, 250), {
    level: 0.5,
    drink: { straw: 1, rust: 0.35 },
    outline: 'pine',
  })
})

/** Four people in their coats under a lamp, outside a shop that is shut. */
const pavement = scene(['straw', 'teal', 'night'], (sheet) => {
  const lamp = streetLamp(600, 560, { height: 316 })
  sheet.print('night', rect(0, 200, 1200, 400, 0.9))
  sheet.bare(circle(654, 262, 320))
  sheet.print('straw', glow(654, 262, 320, 'light', 1, 0))
  sheet.print('night', glow(654, 262, 320, 'dark', 0, 0.9))
  // The dry-cleaner's window, and what hangs in it.
  sheet.paste('teal', rect(70, 292, 240, 230, 0.8))
  sheet.print('night', rect(70, 292, 240, 230, 0.35), line('M70 292H310V522H70ZM70 330H310', 6))
  for (const x of [116, 190, 264])
    sheet.print('night', path(`M${x} 330L${x + 30} 362V470H${x - 30}V362Z`, 0.8))
  sheet.paste('teal', rect(0, 556, 1200, 44, 0.7))
  sheet.print('night', rect(0, 556, 1200, 44, 0.4), line('M0 556H1200', 5), ...lamp.iron)
  sheet.paste('straw', lamp.light)
  for (const [x, size, ink] of [
    [470, 168, 'teal'],
    [566, 180, 'night'],
    [716, 172, 'night'],
    [806, 160, 'teal'],
  ] as const) {
    const coat =
      bust(x, 506, size) +
      path(`M${x - size * 0.42} 500L${x - size * 0.47} 572H${x + size * 0.47}L${x + size * 0.42} 500Z`)
    sheet.paste(ink, coat)
    if (ink === 'teal') sheet.print('night', coat.replaceAll('rgb(0,0,0)', 'rgb(150,150,150)'))
    sheet.print('straw', coat.replaceAll('rgb(0,0,0)', 'rgb(190,190,190)'))
  }
  const random = seededRandom('sleet')
  const sleet = times(60, () => `M${round(random() * 1200)} ${round(200 + random() * 350)}l-5 14`)
  sheet.bare(line(sleet, 3))
})

export const SPOTS = {
  'sleep-disrupted-watch': watch,
  'sleep-disrupted-three': three,
  'uk-brewery-closures-trailer': trailer,
  'uk-brewery-closures-chimney': chimney,
  'tokyo-drinking-glasses': fullGlasses,
  'tokyo-drinking-shelf': shelf,
  'brussels-changed-everything-basket': basket,
  'friday-ritual-cost-pavement': pavement,
  'sleep-disrupted-strip': paperStrip,
  'professional-day-drinking-bus': bus,
  'optimization-trap-die': die,
} as const satisfies Record<string, () => Scene>

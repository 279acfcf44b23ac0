import { scene } from '../composition.ts'
import { FACE, head, NECK, SHOULDERS } from '../motifs/head.ts'
import { circle, ellipse, fade, line, path, rect, ring, times, within } from '../shapes.ts'

/*
 * Five writers who do not exist, cut from paper: one head for all of them, lit from the left, and what each of them
 * would be known by. Drawn for the square crop, x from 200 to 1000.
 */

/** Round spectacles, ruled paper, a bob, and a pencil behind the ear. */
export const imogenHartley = scene(['straw', 'rust', 'pine'], (sheet) => {
  sheet.print('straw', rect(0, 0, 1200, 800, 0.45))
  const rules = times(17, (row) => `M0 ${40 + row * 46}H1200`)
  sheet.print('rust', line(rules, 2.5), line('M292 0V800M302 0V800', 3))
  const hair =
    'M600 108C720 104 806 176 800 318C798 420 806 470 790 532Q700 556 690 430L706 300Q600 300 520 232Q506 300 510 430Q500 556 410 532C394 470 402 420 400 318C394 176 480 104 600 108Z'
  sheet.paste('rust', path(hair, 0.9))
  head(sheet, { skin: 'straw', tones: [0.2, 0.75], dark: 'pine', clothes: 'pine' })
  const fringe =
    'M600 108C722 104 806 178 800 318C799 380 802 430 798 480Q744 470 732 390Q738 300 704 250Q590 254 536 204Q500 250 478 330Q466 440 402 480C398 430 401 380 400 318C394 178 478 104 600 108Z'
  sheet.paste('rust', path(fringe, 0.9))
  const strands =
    'M430 210Q520 130 640 128M420 280Q452 190 548 160M780 300Q770 190 690 146M794 380Q792 300 764 236'
  sheet.print('pine', within(fringe, 'strands', line(strands, 5, 0.8)))
  const frame = 'M599 338Q602 330 605 338M499 338L470 330M705 338L730 330'
  sheet.print('pine', ring(549, 344, 50, 8), ring(655, 344, 50, 8), line(frame, 8))
  // The collar, and the pencil.
  sheet.paste('straw', path('M536 552L470 590L560 690L600 622L640 690L730 590L664 552Q600 640 536 552Z', 0.3))
  sheet.bare(path('M720 262L906 210L914 234L728 288Z'))
  sheet.print('straw', path('M740 256L906 210L914 234L748 282Z'))
  sheet.print('pine', path('M720 272L740 256L748 282Z'), line('M740 256L906 210L914 234L748 282Z', 4))
})

/** Cropped hair, safety spectacles, a laboratory coat, and a chromatogram behind. */
export const tomaszBell = scene(['mist', 'copper', 'night'], (sheet) => {
  sheet.print('mist', rect(0, 0, 1200, 800, 0.55))
  const peaks = [
    [250, 90],
    [318, 260],
    [396, 60],
    [820, 330],
    [884, 110],
    [948, 200],
  ] as const
  const trace = peaks
    .map(([x, height]) => `L${x - 16} 560Q${x - 4} 556 ${x} ${560 - height}Q${x + 4} 556 ${x + 20} 560`)
    .join('')
  sheet.print('copper', line(`M160 560${trace}H1040`, 6))
  const scale = times(21, (tick) => `M${180 + tick * 42} 600v${tick % 5 === 0 ? 22 : 12}`)
  sheet.print('night', line('M160 600H1040', 3), line(scale, 3))
  head(sheet, { skin: 'copper', tones: [0.12, 0.5], dark: 'night', clothes: 'mist', clothesTone: 0.15 })
  const crop =
    'M466 330C454 196 520 128 604 128C690 128 746 196 734 330Q722 296 716 250Q700 212 640 208Q560 214 500 200Q478 250 480 296Z'
  sheet.print('night', path(crop, 0.85))
  // Stubble of two days.
  const stubble = 'M470 400Q500 440 560 432Q600 424 642 432Q700 440 730 400V540H470Z'
  sheet.print('night', within(FACE, 'stubble', path(stubble, 0.28)))
  sheet.print('night', line('M562 458Q600 466 642 456', 7))
  const spectacles =
    'M500 312H700Q716 312 714 344Q712 382 660 382Q620 382 604 356H596Q580 382 540 382Q488 382 486 344Q484 312 500 312ZM486 330L470 322M714 330L730 322'
  const lapels =
    'M536 552L500 606L572 800M664 552L700 606L628 800M500 606L452 640L548 748M700 606L748 640L652 748'
  sheet.print('night', line(spectacles, 7), line(lapels, 6), line(SHOULDERS, 6))
  sheet.print('copper', path('M548 590Q600 650 652 590L622 800H578Z', 0.8))
  // Pens in the pocket.
  sheet.print('night', line('M742 716H846V800M742 716V800', 5))
  sheet.print('night', line('M772 716V672M796 716V660M820 716V680', 9))
})

/** A cap of black hair, a towel over the shoulder, orders on the rail. */
export const devRamanathan = scene(['ochre', 'rust', 'stout'], (sheet) => {
  sheet.print('ochre', rect(0, 0, 1200, 800, 0.5))
  sheet.print('stout', rect(0, 34, 1200, 22))
  for (const [index, x] of [232, 336, 786, 892].entries()) {
    const length = 190 + ((index * 67) % 110)
    sheet.bare(rect(x, 48, 84, length))
    const orders = times(
      Math.floor((length - 40) / 30),
      (row) => `M${x + 12} ${84 + row * 30}h${34 + ((row * 23 + index * 11) % 30)}`,
    )
    sheet.print('stout', line(orders, 4), line(`M${x} 56v${length - 8}h84v-${length - 8}`, 2.5))
  }
  head(sheet, { skin: 'rust', tones: [0.5, 0.85], dark: 'stout', clothes: 'stout', clothesTone: 0.85 })
  sheet.print('ochre', path(FACE, 0.6), path(NECK, 0.6))
  sheet.print('ochre', ellipse(472, 352, 20, 34, 0.6), ellipse(728, 352, 20, 34, 0.6))
  const hair =
    'M470 320C440 220 470 120 560 116C580 92 650 92 676 112C752 120 764 214 730 320Q722 270 700 244Q680 262 650 232Q620 258 592 230Q560 258 528 234Q486 262 470 320Z'
  sheet.print('stout', path(hair))
  const beard =
    'M474 372Q488 420 540 424Q600 408 660 424Q712 420 726 372C722 470 676 548 600 548C524 548 478 470 474 372Z'
  sheet.print('stout', path(beard, 0.9))
  sheet.paste('rust', path('M556 452Q600 442 644 452Q600 486 556 452Z', 0.9))
  // Buttons of the jacket, and the towel.
  sheet.print('ochre', line('M600 640V800M520 700L600 640L690 700', 4))
  sheet.bare(...[676, 726, 776].flatMap((y) => [circle(560, y, 9), circle(640, y, 9)]))
  sheet.bare(path('M700 560L822 600Q850 700 846 800H716Q712 680 700 560Z'))
  sheet.print('rust', line('M726 572Q742 690 742 800M800 598Q822 700 820 800', 7))
  sheet.print('stout', line('M700 560L822 600Q850 700 846 800H716Q712 680 700 560Z', 4))
})

/** Grey hair put up, a dark jacket, and a statement of affairs with one line in red. */
export const ruthAchterberg = scene(['mist', 'brick', 'stout'], (sheet) => {
  sheet.print('mist', rect(0, 0, 1200, 800, 0.25))
  sheet.print('stout', line('M372 0V800M384 0V800M820 0V800M832 0V800', 2.5))
  for (let row = 0; row < 17; row += 1) {
    const red = row === 5
    const y = 58 + row * 44
    const widths = [60 + ((row * 37) % 80), 50 + ((row * 53) % 70)]
    const entry = `M216 ${y}h${widths[0]}M${980 - (widths[1] ?? 0)} ${y}h${widths[1]}`
    sheet.print(red ? 'brick' : 'stout', line(entry, red ? 12 : 6, red ? 1 : 0.55))
  }
  const up =
    'M600 84C668 84 690 132 676 164C760 190 756 300 736 350H464C444 300 440 190 524 164C510 132 532 84 600 84Z'
  sheet.paste('mist', path(up))
  sheet.print('stout', path(up, 0.35))
  head(sheet, { skin: 'brick', tones: [0.1, 0.42], dark: 'stout', clothes: 'stout' })
  const parted =
    'M464 356C448 226 500 150 604 150C700 150 752 226 736 356Q726 270 680 232Q620 200 560 186Q486 240 464 356Z'
  sheet.paste('mist', path(parted))
  const combed =
    'M560 186Q500 230 474 320M580 176Q520 190 480 260M600 178Q690 206 722 310M620 168Q700 180 734 270'
  sheet.print('stout', path(parted, 0.35), within(parted, 'combed', line(combed, 4)))
  sheet.print('stout', line('M540 108Q600 84 660 108M528 134Q600 108 672 134', 4))
  // Half-moon spectacles on the way down the nose.
  const spectacles =
    'M504 366H586Q584 402 545 402Q506 402 504 366ZM618 366H700Q698 402 659 402Q620 402 618 366ZM586 366Q602 358 618 366M504 366L474 344M700 366L728 344'
  sheet.print('stout', line(spectacles, 6))
  // A blouse between the lapels.
  sheet.bare(path('M530 556L600 770L670 556Q600 640 530 556Z'))
  sheet.print('mist', line('M600 640V760', 4), path('M530 556L600 770L670 556Q600 640 530 556Z', 0.3))
  sheet.bare(line('M424 590L470 700L520 694L592 800M776 590L730 700L680 694L608 800', 4))
  sheet.print('brick', circle(742, 664, 13))
})

/** A woollen hat, a beard, and the last steamer going down the firth in the rain. */
export const callumFrew = scene(['teal', 'amber', 'night'], (sheet) => {
  sheet.print('teal', fade(0, 0, 1200, 470, { id: 'sky', from: 0.25, to: 0.5 }))
  sheet.print('teal', rect(0, 470, 1200, 330, 0.75))
  const hills =
    'M0 470V392Q120 330 230 392Q320 348 420 404V470ZM780 470V420Q900 340 1010 396Q1110 352 1200 400V470Z'
  sheet.print('night', path(hills, 0.5), path('M222 470L236 506H410L430 466ZM270 466V436H372V466Z'))
  sheet.print('night', rect(318, 376, 26, 64), line('M252 466V400', 4))
  sheet.print('amber', rect(318, 392, 26, 20), circle(286, 451, 5), circle(306, 451, 5), circle(356, 451, 5))
  sheet.print('teal', line('M332 368Q300 330 244 344Q200 350 180 320', 14, 0.8))
  const rain = times(34, (drop) => `M${(drop * 149) % 1200} ${(drop * 83) % 760}l-14 44`)
  sheet.print('night', line(rain, 2.5, 0.7))
  head(sheet, { skin: 'amber', tones: [0.22, 0.6], dark: 'night', clothes: 'night' })
  const beard =
    'M470 350Q480 420 536 426Q600 404 664 426Q720 420 730 350C738 470 706 606 600 612C494 606 462 470 470 350Z'
  sheet.paste('amber', path(beard, 0.95))
  const curls = times(26, (curl) => `M${482 + ((curl * 61) % 230)} ${430 + ((curl * 37) % 160)}q8 14 -2 28`)
  sheet.print('night', path(beard, 0.3), within(beard, 'curls', line(curls, 5)))
  sheet.paste('amber', path('M556 462Q600 452 646 460Q602 492 556 462Z', 0.5))
  sheet.print('night', line('M556 462Q602 474 646 460', 5))
  const hat = 'M462 262C452 128 520 78 600 78C680 78 748 128 738 262Z'
  sheet.bare(path(hat), rect(450, 220, 300, 66, 0, 20), circle(600, 70, 34))
  sheet.print('teal', path(hat), circle(600, 70, 34))
  const knit = 'M520 220Q516 130 560 84M580 220V80M640 220Q644 130 626 80M692 220Q690 140 650 88'
  const ribs = times(13, (rib) => `M${468 + rib * 22} 226v54`)
  sheet.print('night', path(hat, 0.45), rect(450, 220, 300, 66, 0.85, 20), within(hat, 'knit', line(knit, 5)))
  sheet.print('night', line(ribs, 4))
  // A scarf of two colours.
  const scarf = 'M470 566Q600 660 730 566L772 616Q600 726 428 616Z'
  sheet.paste('teal', path(scarf, 0.9))
  const stripes = 'M500 560L470 680M560 590L548 700M640 590L652 700M700 560L730 680'
  sheet.print('amber', within(scarf, 'stripes', line(stripes, 22)))
})

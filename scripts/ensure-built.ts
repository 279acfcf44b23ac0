import { join } from 'node:path'
import { BUILDS, isFresh, markFresh, ROOT } from './builds.ts'
import { run } from './process.ts'

/** Builds what is missing or stale, each in a process of its own, which gives its memory back. */
export async function ensureBuilt(): Promise<void> {
  for (const build of BUILDS) {
    if (await isFresh(build)) continue
    console.log(`Building the ${build.name} …`)
    const started = Date.now()
    // Whoever asks, tests included, gets what readers get: the tools look at this variable.
    const { code } = await run(process.execPath, [join(ROOT, build.script)], {
      env: { NODE_ENV: 'production' },
    })
    if (code !== 0) throw new Error(`The build of the ${build.name} failed; the lines above say why.`)
    await markFresh(build)
    console.log(`Built the ${build.name} in ${((Date.now() - started) / 1000).toFixed(1)} s.`)
  }
}

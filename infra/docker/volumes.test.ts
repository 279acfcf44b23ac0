import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { parse } from 'yaml'

const root = join(import.meta.dirname, '../..')

interface Compose {
  readonly services: Readonly<Record<string, { readonly volumes?: readonly string[] }>>
}

it.each(['docker-compose.yml', 'docker-compose.cluster.yml'])(
  'the collector’s image has a folder of its user for each of its volumes in %s: a new volume takes the owner of that',
  async (file) => {
    const { services } = parse(await readFile(join(root, file), 'utf8'), { merge: true }) as Compose
    const places = Object.entries(services)
      .filter(([name]) => name.startsWith('collector'))
      .flatMap(([, { volumes = [] }]) => volumes.map((volume) => volume.split(':')[1]))
    expect(places).toContain('/data')
    const image = await readFile(join(import.meta.dirname, 'collector.Dockerfile'), 'utf8')
    const folders = /install -d -m 0700 -o collector -g collector (.*)/.exec(image)?.[1]?.split(' ')
    expect(folders).toEqual(expect.arrayContaining(places))
  },
)

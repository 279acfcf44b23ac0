/** Licences that only require attribution. */
const ALLOWED = new Set([
  '0BSD',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'CC0-1.0',
  'ISC',
  'MIT',
  'MIT-0',
  'PostgreSQL',
  'Python-2.0',
  'Unlicense',
  'WTFPL',
  'Zlib',
])

/** Packages allowed for a specific reason, by name. */
const EXCEPTIONS: readonly { readonly name: RegExp; readonly license: RegExp; readonly because: string }[] = [
  {
    name: /^@fontsource-variable\//,
    license: /^OFL-1\.1$/,
    because: 'typefaces, which may be served as they are',
  },
  {
    name: /^(?:axe-core|lightningcss(?:-.*)?)$/,
    license: /^MPL-2\.0$/,
    because: 'runs in tests or at build, unchanged; nothing of it is shipped',
  },
  {
    name: /^@img\/sharp-(?:libvips-.*|wasm32|win32-.*)$/,
    license: /LGPL-3\.0-or-later/,
    because: 'prints pictures at build, as a library of its own; nothing of it is shipped',
  },
]

/** Packages with an outdated form of licence field, or only a LICENSE file, which a person has read. */
const READ_BY_HAND: Readonly<Record<string, string>> = {
  'buildcheck@0.0.7': 'MIT',
  'cpu-features@0.0.10': 'MIT',
  'format@0.2.2': 'MIT',
  'png-js@2.0.0': 'MIT',
  'ssh2@1.17.0': 'MIT',
}

interface Licensed {
  readonly name: string
  readonly version: string
  /** What the manifest says: an SPDX expression, or nothing that can be read. */
  readonly license: string | undefined
}

/** What the manifest says, or what a person has read. */
export function licenceOf({ name, version, license }: Licensed): string | undefined {
  return license ?? READ_BY_HAND[`${name}@${version}`]
}

/** Packages whose licence is neither allowed nor excepted. */
export function forbiddenLicences<Package extends Licensed>(packages: readonly Package[]): Package[] {
  return packages.filter((found) => {
    const { name } = found
    const license = licenceOf(found)
    const isException = EXCEPTIONS.some(
      (exception) => exception.name.test(name) && exception.license.test(license ?? ''),
    )
    return !isException && !isAllowed(license)
  })
}

/** `A OR B` needs one allowed licence, `A AND B` both. */
export function isAllowed(expression: string | undefined): boolean {
  if (expression === undefined) return false
  const bare = expression.replaceAll(/^\(|\)$/g, '')
  if (/ OR /i.test(bare)) return bare.split(/ OR /i).some((part) => isAllowed(part.trim()))
  return bare.split(/ AND /i).every((part) => ALLOWED.has(part.trim()))
}

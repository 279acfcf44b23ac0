type ParamType = 'String' | 'Array(String)' | 'Array(Int64)' | 'Int64' | 'UInt32' | 'UInt64'

/** The values of one statement, each bound under a name of its own: none of them is ever part of its text. */
export class Params {
  readonly values: Record<string, unknown> = {}
  #count = 0

  /** @returns the placeholder. */
  bind(value: unknown, type: ParamType): string {
    const name = `p${this.#count++}`
    this.values[name] = value
    return `{${name}: ${type}}`
  }
}

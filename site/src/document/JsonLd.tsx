export type JsonLdValue =
  | string
  | number
  | boolean
  | undefined
  | readonly JsonLdValue[]
  | { readonly [key: string]: JsonLdValue }

export interface JsonLdNode {
  readonly '@type': string
  readonly [key: string]: JsonLdValue
}

export function JsonLd({ graph }: { readonly graph: readonly JsonLdNode[] }) {
  return (
    <script
      type="application/ld+json"
      dangerouslySetInnerHTML={{ __html: scriptSafe({ '@context': 'https://schema.org', '@graph': graph }) }}
    />
  )
}

/** JSON that cannot end the script element around it, whatever a title says. */
export function scriptSafe(value: JsonLdValue): string {
  return JSON.stringify(value).replaceAll('<', String.raw`\u003c`)
}

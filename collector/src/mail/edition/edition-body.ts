/** The body of an edition as its two renderings take it: nothing in it is markup, every address is absolute. */
export type EditionBlock =
  | { readonly kind: 'heading'; readonly level: 2 | 3; readonly content: readonly Inline[] }
  | { readonly kind: 'paragraph'; readonly content: readonly Inline[] }
  | { readonly kind: 'quote'; readonly blocks: readonly EditionBlock[] }
  /** `first` is the number of the first item; undefined for bullets. */
  | {
      readonly kind: 'list'
      readonly first: number | undefined
      readonly items: readonly (readonly EditionBlock[])[]
    }
  | { readonly kind: 'picture'; readonly src: string; readonly alt: string; readonly caption: string }
  | { readonly kind: 'code'; readonly text: string }
  | { readonly kind: 'rule' }

export type Inline =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'code'; readonly text: string }
  | { readonly kind: 'strong' | 'emphasis'; readonly content: readonly Inline[] }
  | { readonly kind: 'link'; readonly href: string; readonly content: readonly Inline[] }
  | { readonly kind: 'break' }

export interface EditionBody {
  readonly blocks: readonly EditionBlock[]
  /** What an editor has to mend, in sentences. */
  readonly problems: readonly string[]
}

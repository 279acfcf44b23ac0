/** The body of an issue, for both renderings: without markup, every URL absolute. */
export interface IssueBody {
  readonly blocks: readonly IssueBlock[]
  /** Problems for the editor to correct, in sentences. */
  readonly problems: readonly string[]
  /** What the editor should know; the issue can be sent. In sentences. */
  readonly warnings: readonly string[]
}

export type IssueBlock =
  | { readonly kind: 'heading'; readonly level: 2 | 3; readonly content: readonly Inline[] }
  | { readonly kind: 'paragraph'; readonly content: readonly Inline[] }
  | { readonly kind: 'quote'; readonly blocks: readonly IssueBlock[] }
  /** `first` is the number of the first item; undefined for bullets. */
  | {
      readonly kind: 'list'
      readonly first: number | undefined
      readonly items: readonly (readonly IssueBlock[])[]
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

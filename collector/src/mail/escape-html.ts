const entities: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

/** Text as the content of an element or of a quoted attribute. */
export function escapeHtml(text: string): string {
  return text.replaceAll(/[&<>"']/g, (character) => entities[character] ?? character)
}

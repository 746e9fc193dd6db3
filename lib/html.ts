/** Text that already is HTML. */
export class Html {
  readonly source: string
  constructor(source: string) {
    this.source = source
  }
}

type Piece = string | number | Html | Html[] | undefined

/** Makes HTML with every inserted text escaped. */
export function html(texts: TemplateStringsArray, ...pieces: Piece[]): Html {
  return new Html(texts.reduce((page, text, index) => page + render(pieces[index - 1]) + text))
}

function render(piece: Piece): string {
  if (piece === undefined) return ''
  if (piece instanceof Html) return piece.source
  if (Array.isArray(piece)) return piece.map((part) => part.source).join('')
  return String(piece).replace(/[&<>"']/g, (character) => `&#${character.codePointAt(0)};`)
}

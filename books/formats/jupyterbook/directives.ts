/** The form that a MyST directive takes in Markdown. */
export type DirectiveStyle =
  /** A quote with a label above. */
  | { kind: 'quote'; label: string | undefined }
  /** Only its content. */
  | { kind: 'plain' }
  | { kind: 'code' }
  | { kind: 'picture' }
  | { kind: 'math' }
  | { kind: 'table' }
  | { kind: 'rows' }
  | { kind: 'video' }
  | { kind: 'html' }
  | { kind: 'glossary' }
  | { kind: 'include'; isCode: boolean }
  /** Nothing: it adds something to the whole book that a course has anyway. */
  | { kind: 'silent' }

const quote = (label?: string): DirectiveStyle => ({ kind: 'quote', label })

const styles: [names: string, style: DirectiveStyle][] = [
  ['note', quote('Note')],
  ['tip', quote('Tip')],
  ['hint', quote('Hint')],
  ['important', quote('Important')],
  ['attention', quote('Attention')],
  ['warning', quote('Warning')],
  ['caution', quote('Caution')],
  ['danger', quote('Danger')],
  ['error', quote('Error')],
  ['seealso', quote('See also')],
  ['exercise prf:exercise exercise-start', quote('Exercise')],
  ['solution solution-start', quote('Solution')],
  ['prf:theorem', quote('Theorem')],
  ['prf:lemma', quote('Lemma')],
  ['prf:definition', quote('Definition')],
  ['prf:proof proof', quote('Proof')],
  ['prf:example', quote('Example')],
  ['prf:remark', quote('Remark')],
  ['prf:corollary', quote('Corollary')],
  ['prf:proposition', quote('Proposition')],
  ['prf:algorithm', quote('Algorithm')],
  [
    'admonition dropdown sidebar margin aside card grid-item-card tab-item tab details topic ' +
      'epigraph pull-quote blockquote',
    quote(),
  ],
  ['tab-set grid grid-item div container card-carousel card-deck panels only', { kind: 'plain' }],
  ['code code-block code-cell sourcecode ipython', { kind: 'code' }],
  ['literalinclude', { kind: 'include', isCode: true }],
  ['include', { kind: 'include', isCode: false }],
  ['figure image', { kind: 'picture' }],
  ['math', { kind: 'math' }],
  ['table', { kind: 'table' }],
  ['list-table csv-table', { kind: 'rows' }],
  ['youtube vimeo video iframe', { kind: 'video' }],
  ['raw', { kind: 'html' }],
  ['glossary', { kind: 'glossary' }],
  [
    'tableofcontents toctree contents index bibliography footbibliography exercise-end ' +
      'solution-end',
    { kind: 'silent' },
  ],
]

const byName = new Map(
  styles.flatMap(([names, style]) => names.split(' ').map((name) => [name, style] as const)),
)

/** Returns the style of a directive; undefined for an unknown one. */
export function styleOf(name: string): DirectiveStyle | undefined {
  return byName.get(name)
}

export interface Directive {
  name: string
  /** The text after its name. */
  argument: string
  options: ReadonlyMap<string, string>
  /** Its lines; `bodyAt` is the first one's index in the page. */
  body: string[]
  bodyAt: number
}

const opening =
  /^([ \t]*)(`{3,}|~{3,}|:{3,})[ \t]*\{([\w:+-]{1,60})(?:[ \t][^{}]{0,300})?\}[ \t]*(.*)$/u
const option = /^[ \t]*:([\w-]{1,60}):[ \t]*(.*)$/u

/** Reads the directive that begins on a line, with the index of the line after it. */
export function directiveAt(
  lines: readonly string[],
  at: number,
): { directive: Directive; indent: string; end: number } | undefined {
  const [found, indent = '', mark = '', name = '', argument = ''] =
    opening.exec(lines[at] ?? '') ?? []
  if (found === undefined) return undefined
  const closing = new RegExp(`^[ \\t]*${mark[0]}{${mark.length},}[ \\t]*$`, 'u')
  const rest = lines.findIndex((line, index) => index > at && closing.test(line))
  const end = rest < 0 ? lines.length : rest
  const body = lines.slice(at + 1, end).map((line) => withoutBlanks(line, indent.length))
  const options = new Map<string, string>()
  let first = 0
  if (body[0]?.trim() === '---') {
    first = body.findIndex((line, index) => index > 0 && line.trim() === '---') + 1
    for (const line of body.slice(1, Math.max(1, first - 1))) {
      const [, key = '', value = ''] = /^([\w-]{1,60}):[ \t]*(.*)$/u.exec(line) ?? []
      if (key !== '') options.set(key, value.trim())
    }
    if (first === 0) first = body.length
  } else
    for (; first < body.length; first++) {
      const [given, key = '', value = ''] = option.exec(body[first] ?? '') ?? []
      if (given === undefined) break
      options.set(key, value.trim())
    }
  const directive = { name: name.toLowerCase(), argument: argument.trim(), options }
  return {
    directive: { ...directive, body: body.slice(first), bodyAt: at + 1 + first },
    indent,
    end: rest < 0 ? end : end + 1,
  }
}

function withoutBlanks(line: string, most: number): string {
  const blanks = line.length - line.trimStart().length
  return line.slice(Math.min(blanks, most))
}

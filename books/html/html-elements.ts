/** The form that an HTML element takes in Markdown. */
export type ElementKind =
  /** Its text, with a mark before and after. */
  | { kind: 'marked'; mark: string }
  /** Code between backticks. */
  | { kind: 'code' }
  /** Letters above or below the line. */
  | { kind: 'raised'; letters: ReadonlyMap<string, string>; mark: string }
  /** Only its text: all that it adds is how a page looks. */
  | { kind: 'text' }
  /** Blocks of their own. */
  | { kind: 'block' }
  | { kind: 'heading'; level: number }
  | { kind: 'special' }
  /** Its text stays, and its effect is reported. */
  | { kind: 'told' }
  /** Nothing: not even its text can be shown. */
  | { kind: 'dropped'; isTold: boolean }

const superscript = lettersOf(
  '0123456789+-=()abcdefghijklmnoprstuvwxyz',
  '⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁼⁽⁾ᵃᵇᶜᵈᵉᶠᵍʰⁱʲᵏˡᵐⁿᵒᵖʳˢᵗᵘᵛʷˣʸᶻ',
)
const subscript = lettersOf('0123456789+-=()aehijklmnoprstuvx', '₀₁₂₃₄₅₆₇₈₉₊₋₌₍₎ₐₑₕᵢⱼₖₗₘₙₒₚᵣₛₜᵤᵥₓ')

function lettersOf(plain: string, raised: string): ReadonlyMap<string, string> {
  const all = [...raised]
  return new Map(Array.from(plain, (letter, index) => [letter, all[index] ?? letter]))
}

const kinds: [names: string, kind: ElementKind][] = [
  ['b strong', { kind: 'marked', mark: '**' }],
  ['i em cite dfn var', { kind: 'marked', mark: '*' }],
  ['del s strike', { kind: 'marked', mark: '~~' }],
  ['code kbd samp tt', { kind: 'code' }],
  ['sup', { kind: 'raised', letters: superscript, mark: '^' }],
  ['sub', { kind: 'raised', letters: subscript, mark: '\\_' }],
  [
    'abbr acronym bdi bdo big data font ins label mark nobr noscript output picture rb rt ruby ' +
      'slot small span time u wbr',
    { kind: 'text' },
  ],
  [
    'address article aside body center dd div dl fieldset figure footer header hgroup html main ' +
      'nav p section thead tbody tfoot colgroup',
    { kind: 'block' },
  ],
  ...[1, 2, 3, 4, 5, 6].map((level): [string, ElementKind] => [
    `h${level}`,
    { kind: 'heading', level },
  ]),
  [
    'a audio blockquote br caption col details dt embed figcaption hr iframe img li link listing ' +
      'menu meta object ol param pre q rp source summary table td th tr track ul video',
    { kind: 'special' },
  ],
  ['button dialog form frame input legend meter optgroup option progress', { kind: 'told' }],
  ['head style template title', { kind: 'dropped', isTold: false }],
  ['canvas map math script select svg textarea', { kind: 'dropped', isTold: true }],
]

const elements = new Map(
  kinds.flatMap(([names, kind]) => names.split(' ').map((name) => [name, kind] as const)),
)

/** Returns the kind of an element; undefined for what is no element of HTML. */
export function kindOf(name: string): ElementKind | undefined {
  return elements.get(name)
}

/** Elements that HTML ends by itself before another one, up to the element around both. */
export const endedBy: Readonly<Record<string, { ends: string[]; within: string[] } | undefined>> = {
  li: { ends: ['li', 'p'], within: ['ul', 'ol', 'menu'] },
  tr: { ends: ['tr', 'td', 'th', 'p', 'caption'], within: ['table'] },
  td: { ends: ['td', 'th', 'p'], within: ['tr'] },
  th: { ends: ['td', 'th', 'p'], within: ['tr'] },
  dt: { ends: ['dt', 'dd', 'p'], within: ['dl'] },
  dd: { ends: ['dt', 'dd', 'p'], within: ['dl'] },
  p: { ends: ['p'], within: ['td', 'th', 'li', 'div', 'details', 'blockquote', 'section'] },
}

/** Writes a picture in Markdown; only its words if it has no address. */
export function pictureOf({ src = '', alt = '' }: { src?: string; alt?: string }): string {
  const words = alt.replaceAll(/\s+/gu, ' ').trim()
  return src === '' ? words : `![${escaped(words)}](${asAddress(src)})`
}

export function linkOf(words: string, address: string): string {
  return address === '' ? words : `[${words}](${asAddress(address)})`
}

export function escaped(words: string): string {
  return words.replaceAll(/[[\]\\]/gu, '\\$&')
}

function asAddress(address: string): string {
  const trimmed = address.trim().replaceAll(/[<>\n]/gu, encodeURIComponent)
  return /[\s()]/u.test(trimmed) ? `<${trimmed}>` : trimmed
}

/** Raises or lowers letters if all of them exist so; else puts a mark before a short word. */
export function raisedOf(
  text: string,
  { letters, mark }: { letters: ReadonlyMap<string, string>; mark: string },
): string {
  const words = text.trim()
  if ([...words].every((letter) => letters.has(letter)))
    return Array.from(words, (letter) => letters.get(letter) ?? letter).join('')
  return /^[\p{L}\p{N}]{1,12}$/u.test(words) ? mark + words : words
}

/** Tools that the roles of a line need. */
export interface RoleScope {
  findLabel(label: string): { target: string; title: string } | undefined
  warn(message: string): void
}

const role = /\{([\w:+-]{1,40})\}(`{1,3})((?:(?!\2).){1,1000})\2/gu
const withTarget = /^(.*?)\s*<([^<>]{1,500})>$/su
/** One attribute in braces; its end is certain, so a line of them is read once. */
export const attribute =
  '[ \\t]{0,9}(?:[.#][\\w:-]{1,60}|[\\w-]{1,30}=(?:"[^"]{0,200}"|[^\\s{}"]{1,100})(?=[\\s}]))'
const spanAttributes = new RegExp(
  `(\\]\\((?:<[^<>]{0,500}>|[^()\\s]{0,500})\\)|(?<=\\]))\\{(?:${attribute}){1,20}[ \\t]{0,9}\\}`,
  'gu',
)
/** A link to a label, or one with its target's title as its words. */
const bookLink =
  /(?<!!)\[([^[\]]{1,300})\]\(#([\w:./-]{1,200})\)|(?<!!)\[\]\(#?([\w:./-]{1,200})\)/gu
const plain = new Set(
  (
    'term abbr acronym index span dfn class func meth mod attr obj py:class py:func py:meth py:mod ' +
    'py:attr numpy:ref fn octicon material-regular fas fab far'
  ).split(' '),
)
const elements: Readonly<Record<string, string>> = {
  sub: 'sub',
  subscript: 'sub',
  sup: 'sup',
  superscript: 'sup',
  kbd: 'kbd',
  keyboard: 'kbd',
  del: 'del',
  strike: 'del',
}
const icons = /^(?:octicon|material|fas|fab|far)/u

/**
 * Returns a line without roles such as `` {doc}`intro` ``: references become links, letters become
 * HTML, and others leave their text.
 */
export function plainRoles(line: string, { findLabel, warn }: RoleScope): string {
  if (!/[{[]/u.test(line)) return line
  const linkTo = (label: string, words: string | undefined) => {
    const found = findLabel(label)
    if (found === undefined) {
      warn(`nothing has the label ${label}: its words alone are shown`)
      return words ?? label
    }
    return `[${words ?? found.title}](${found.target})`
  }
  const written = line.replaceAll(role, (whole, name: string, _: string, content: string) => {
    const [, words, target] = withTarget.exec(content) ?? []
    const text = words === '' ? undefined : words
    switch (name) {
      case 'doc':
      case 'ref':
      case 'numref':
      case 'eq':
      case 'prf:ref':
        return linkTo(
          target ?? content,
          text?.replaceAll(/%s|\{(?:name|number)\}/gu, '').trim() || undefined,
        )
      case 'download':
        return `[${text ?? content}](${target ?? content})`
      case 'math':
        return `$${content}$`
      case 'guilabel':
      case 'menuselection':
        return `**${content.replaceAll('-->', '→')}**`
      case 'code':
      case 'file':
      case 'command':
      case 'program':
      case 'samp':
      case 'envvar':
        return whole.slice(name.length + 2)
    }
    const element = elements[name]
    if (element !== undefined) return `<${element}>${content}</${element}>`
    if (icons.test(name)) return ''
    if (name.startsWith('cite') || name.startsWith('footcite')) return `(${content})`
    if (!plain.has(name)) warn(`the role {${name}} is not known: only its text is shown`)
    return text ?? content
  })
  return written
    .replaceAll(spanAttributes, '$1')
    .replaceAll(bookLink, (whole, words?: string, label?: string, alone?: string) => {
      const found = findLabel(label ?? alone ?? '')
      return found === undefined ? whole : `[${words ?? found.title}](${found.target})`
    })
}

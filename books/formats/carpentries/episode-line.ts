import { changeProse, withoutCodeSpans } from '../../../content/markdown/code-spans.ts'

/** A span in braces, up to the closing one; quotes may hold braces. */
const inside = `[^{}\\n]{0,2000}\\}|(?:[^{}"'\\n]|"[^"\\n]{0,1000}"|'[^'\\n]{0,1000}'){0,1000}\\}`
const target = '(<[^<>\\n]{1,500}>|[^()\\s]{1,500})'
const title = '(?:\\s{1,9}(?:"[^"\\n]{0,300}"|\'[^\'\\n]{0,300}\'))?'
const attributes = new RegExp(`(!?)\\[\\]\\(${target}\\)\\{(${inside})`, 'gu')
const otherAttributes = new RegExp(`(\\]\\(${target}${title}\\))\\{:?(?:${inside})`, 'gu')
const ofReference = new RegExp(`(\\]\\[[^[\\]]{0,200}\\])\\{:?(?:${inside})`, 'gu')

/** X_{:,1} in a formula, and a set like {1, 2}, are not attributes. */
const named = '[ \\t]{0,9}(?:[.#][\\w-]|[\\w-]{1,50}=)'
const spanAttributes = new RegExp(`(?<=[*_\\])])\\{:${named}(?:${inside})`, 'gu')
const bracketed = new RegExp(`(?<![\\]!\\\\])\\[([^[\\]]{1,500})\\]\\{${named}(?:${inside})`, 'gu')
const codeAttributes = new RegExp(`^\\{:?${named}(?:${inside})`, 'u')
const alternative = /(?:^|\s)alt=(?:"([^"]{0,1000})"|'([^']{0,1000})')/u
const headingMark = /^(\s{0,3}#{1,6}\s.{0,500}?)\s\{[^{}]{1,200}\}\s*$/u

/** Liquid for the root of the site; episodes lie one folder below it. */
const root =
  /\{\{\s{0,5}(?:page\.root|site\.github\.url|site\.baseurl|relative_root_path)\s{0,5}\}\}(\/?)/gu
const liquidLink = /\{%-?\s{0,5}link\s{1,5}([^\s%{}]{1,300})\s{0,5}-?%\}/gu
const silentLiquid = /\{%-?\s{0,5}(?:raw|endraw|include\s{1,5}links\.md)\s{0,5}-?%\}/gu
const otherLiquid = /\{%[^%{}\n]{0,300}%\}|\{\{[^{}\n]{0,300}\}\}/gu

/**
 * Turns a line of an episode into plain Markdown. Attributes in braces become the words of a
 * picture that has none; addresses become what Jekyll would have put in; anything else for Jekyll
 * is `lost`.
 */
export function plainLine(line: string): { text: string; lost: string | undefined } {
  if (!/[{[]/u.test(line)) return { text: line, lost: undefined }
  const text = line.replace(root, '../').replace(liquidLink, '$1').replace(silentLiquid, '')
  let lost: string | undefined
  const plain = changeProse(text, (words, { isAfterCode }) =>
    textWithoutAttributes(words, isAfterCode).replaceAll(otherLiquid, (mark) => {
      lost ??= mark
      return ''
    }),
  )
  return { text: plain.replace(headingMark, '$1'), lost }
}

function textWithoutAttributes(text: string, isAfterCode: boolean): string {
  return (isAfterCode ? text.replace(codeAttributes, '') : text)
    .replace(attributes, (_, mark: string, place: string, inner: string) => {
      const [, double, single] = alternative.exec(inner) ?? []
      const words = (double ?? single ?? '').replace(/[[\]\\]/gu, '\\$&')
      return `${mark}[${words}](${place})`
    })
    .replace(otherAttributes, '$1')
    .replace(ofReference, '$1')
    .replace(bracketed, '$1')
    .replace(spanAttributes, '')
}

const attributeLine = /^(?:[ \t]|>){0,20}\{:([^{}\n]{0,500})\}[ \t]*$/u
const language = /\.(?:language-)?([\w+-]{1,30})/u
const chunk = new RegExp(
  `^([ \\t>]{0,20}(?:\`{3,}|~{3,}))[ \\t]{0,9}\\{[ \\t]{0,9}\\.?([A-Za-z][\\w+-]{0,20})(?:${inside})[ \\t]*$`,
  'u',
)
/** Attributes of a picture or link that continue on the next line. */
const openAttributes = new RegExp(
  `^\\]\\(${target}${title}\\)\\{(?:[^{}"']|"[^"]{0,2000}"|'[^']{0,2000}'){0,500}` +
    `(?:"[^"]{0,2000}|'[^']{0,2000})?$`,
  'u',
)

/** Whether the attributes that begin on a line end on a later one. */
export function hasOpenAttributes(line: string): boolean {
  if (!line.includes('){')) return false
  const start = withoutCodeSpans(line).lastIndexOf('](')
  return start >= 0 && openAttributes.test(line.slice(start))
}

/** Returns the inside of a line of attributes, like `{: .challenge}`. */
export function attributesOf(line: string): string | undefined {
  return attributeLine.exec(line)?.[1]
}

/** Returns the language that attributes name for the code above them. */
export function languageOf(inside: string): string | undefined {
  return language.exec(inside)?.[1]
}

/** Turns ` ```{r plot, echo=FALSE} ` and ` ```{.r #plot} ` into ` ```r `. */
export function plainFence(line: string): string {
  return line.replace(chunk, '$1$2')
}

const attributes = /(!?)\[\]\(([^()\s]{1,500})\)\{([^{}\n]{0,2000})\}/gu
const otherAttributes = /(\]\([^()\s]{1,500}(?:\s{1,9}"[^"\n]{0,300}")?\))\{:?[^{}\n]{0,2000}\}/gu
const alternative = /(?:^|\s)alt=(?:"([^"]{0,1000})"|'([^']{0,1000})')/u
const headingMark = /^(\s{0,3}#{1,6}\s.{0,500}?)\s\{[^{}]{1,200}\}\s*$/u

/** Liquid that stands for the root of the site; episodes lie one folder below it. */
const root =
  /\{\{\s{0,5}(?:page\.root|site\.github\.url|site\.baseurl|relative_root_path)\s{0,5}\}\}(\/?)/gu
const liquidLink = /\{%-?\s{0,5}link\s{1,5}([^\s%{}]{1,300})\s{0,5}-?%\}/gu
const silentLiquid = /\{%-?\s{0,5}(?:raw|endraw|include\s{1,5}links\.md)\s{0,5}-?%\}/gu
const otherLiquid = /\{%[^%{}\n]{0,300}%\}|\{\{[^{}\n]{0,300}\}\}/u

/**
 * A line of an episode as plain Markdown: without attributes in braces, which become the words for
 * a picture that has none, and with the addresses that Jekyll would have put in.
 */
export function plainLine(line: string): { text: string; hasLiquid: boolean } {
  if (!/[{[]/u.test(line)) return { text: line, hasLiquid: false }
  const text = line
    .replace(root, '../')
    .replace(liquidLink, '$1')
    .replace(silentLiquid, '')
    .replace(attributes, (_, mark: string, target: string, inner: string) => {
      const [, double, single] = alternative.exec(inner) ?? []
      const words = (double ?? single ?? '').replace(/[[\]\\]/gu, '\\$&')
      return `${mark}[${words}](${target})`
    })
    .replace(otherAttributes, '$1')
    .replace(headingMark, '$1')
  return { text, hasLiquid: otherLiquid.test(text) }
}

const attributeLine = /^(?:[ \t]|>){0,20}\{:([^{}\n]{0,500})\}[ \t]*$/u
const language = /\.(?:language-)?([\w+-]{1,30})/u
const chunk = /^([ \t>]{0,20}`{3,})[ \t]{0,9}\{[ \t]{0,9}([A-Za-z]\w{0,20})[^{}\n]{0,500}\}[ \t]*$/u

/** The inside of a line of attributes, like `{: .challenge}`. */
export function attributesOf(line: string): string | undefined {
  return attributeLine.exec(line)?.[1]
}

/** The language that attributes name for the code above them. */
export function languageOf(inside: string): string | undefined {
  return language.exec(inside)?.[1]
}

/** ` ```{r plot, echo=FALSE} ` as ` ```r `. */
export function plainFence(line: string): string {
  return line.replace(chunk, '$1$2')
}

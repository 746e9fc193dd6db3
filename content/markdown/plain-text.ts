import { formulaOf, texMarks } from './formulas.ts'

/** Marks that are plain signs between letters or blanks, as in snake_case and 2 * 3. */
const harmless = /(?<=[\p{L}\p{N}])_(?=[\p{L}\p{N}])|(?<=[^\S\n])(?:_+|\*+)(?=[^\S\n])/uy
/** An address is shown as it is, and a mark after it does not belong to it. */
const address = /https?:\/\/(?!\S*xn--)[\w./?=&#:+@~-]*[\w/]/iuy
const special = /[\\`*_[\]<>$~|]|&(?=#|\w+;)|:(?=\/\/)/u
/** Marks that would begin a heading, a list, a rule, a table or an underline there. */
const opening =
  /^(?:(\d{1,9})([.)])(?=\s|$)|([-+])(?=\s|$|[-+])|(#{1,6})(?=\s|$)|([=:])(?=[=:\s-]*$))/u

/** Returns Markdown that shows a text as written, line by line. */
export function plainTextToMarkdown(text: string): string {
  return text
    .replaceAll(/\r\n?/gu, '\n')
    .split('\n')
    .map((line) => escapedLine(line.trim()))
    .join('\n')
    .replaceAll(/(?<=\S)\n(?=\S)/gu, '  \n')
    .replaceAll(/\n{3,}/gu, '\n\n')
    .trim()
}

/** Does the same with a text where `\(…\)`, `\[…\]` and `$$…$$` are formulas, as in Moodle. */
export function texTextToMarkdown(
  text: string,
  { write = plainTextToMarkdown, texOf = (tex: string) => tex } = {},
): string {
  let written = ''
  let done = 0
  const put = (words: string) => {
    const [before = '', after = ''] = [/^\s*/u.exec(words)?.[0], /\s*$/u.exec(words)?.[0]]
    written += words.trim() === '' ? words : before + write(words) + after
  }
  for (const { index, 0: found, 1: dollars, 2: block, 3: inline } of text.matchAll(texMarks)) {
    const tex = texOf(dollars ?? block ?? inline ?? '')
    const shown = formulaOf(tex, { isBlock: inline === undefined })
    if (shown === undefined) continue
    put(text.slice(done, index))
    written += shown
    done = index + found.length
  }
  put(text.slice(done))
  return written
}

function escapedLine(line: string): string {
  let written = ''
  for (let at = 0; at < line.length; ) {
    harmless.lastIndex = at
    address.lastIndex = at
    const found = address.exec(line)?.[0]
    const kept = found ?? harmless.exec(line)?.[0]
    if (kept !== undefined) {
      written += found === undefined ? kept : `<${found}>`
      at += kept.length
      continue
    }
    const rest = line.slice(at, at + 40)
    const isSpecial = special.exec(rest)?.index === 0
    written += isSpecial ? `\\${rest[0]}` : rest[0]
    at += 1
  }
  return written.replace(opening, (found, number?: string, point?: string) =>
    number === undefined ? `\\${found}` : `${number}\\${point}`,
  )
}

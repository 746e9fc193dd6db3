import { codeSpansOf } from '../../../../../lib/markdown/code-spans.ts'
import { createFences } from '../../../../../lib/markdown/lines.ts'

/** Hosts of pictures that show the state of a repository. */
const badgeHosts =
  '(?:img\\.shields\\.io|[\\w-]{1,50}\\.shields\\.io|dcbadge\\.[\\w.-]{1,50}|badge\\.fury\\.io|badgen\\.net|open\\.vscode\\.dev|codespaces\\.new)'
const picture = `!\\[[^\\[\\]]{0,300}\\]\\(https://${badgeHosts}/[^()\\s]{0,1000}\\)`
const linkedBadge = new RegExp(`\\[${picture}\\]\\([^()\\s]{0,1000}\\)`, 'giu')
const badge = new RegExp(picture, 'giu')
const translations = /^\s*<!-- CO-OP TRANSLATOR .{0,100}(START|END) -->/u

/**
 * A page without comments, badges and the list of its translations, with the line in its file of
 * each line.
 */
export function cleanPage(source: string): { text: string; lines: number[] } {
  const kept: string[] = []
  const lines: number[] = []
  const fences = createFences()
  let isTranslations = false
  let isComment = false
  for (const [index, line] of source.split('\n').entries()) {
    const keep = (text: string) => {
      kept.push(text)
      lines.push(index + 1)
    }
    if (fences.isOpen()) {
      fences.read(line)
      keep(line)
      continue
    }
    const [, turn] = translations.exec(line) ?? []
    if (turn !== undefined) isTranslations = turn === 'START'
    if (isTranslations || turn !== undefined) continue
    let words = line
    if (isComment || /^ {0,3}<!--/u.test(line)) {
      const end = line.indexOf('-->')
      isComment = end < 0
      words = isComment ? '' : line.slice(end + '-->'.length)
      if (!/\S/u.test(words)) continue
    }
    const text = fences.read(line) ? line : withoutMarks(words)
    const isBlank = !/\S/u.test(text)
    if (isBlank && (text !== line || !/\S/u.test(kept.at(-1) ?? ''))) continue
    keep(text)
  }
  return { text: kept.join('\n'), lines }
}

/** The line without badges, and without comments that end in it; code keeps both. */
function withoutMarks(line: string): string {
  if (!/<!--|!\[/u.test(line) || /^(?: {4}|\t)/u.test(line)) return line
  let words = ''
  let done = 0
  const clean = (text: string) => withoutComments(text.replace(linkedBadge, '').replace(badge, ''))
  for (const { start, end } of codeSpansOf(line)) {
    words += clean(line.slice(done, start)) + line.slice(start, end)
    done = end
  }
  return words + clean(line.slice(done))
}

/** A comment that does not end in the text stays. */
function withoutComments(text: string): string {
  let words = ''
  let done = 0
  for (let start = text.indexOf('<!--'); start >= 0; start = text.indexOf('<!--', done)) {
    const end = text.indexOf('-->', start + '<!--'.length)
    if (end < 0) break
    words += text.slice(done, start)
    done = end + '-->'.length
  }
  return words + text.slice(done)
}

import { changeProse } from '../../../content/markdown/code-spans.ts'
import { createFences } from '../../../content/markdown/lines.ts'

/** Hosts of pictures that show a repository's state. */
const badgeHosts =
  '(?:img\\.shields\\.io|[\\w-]{1,50}\\.shields\\.io|dcbadge\\.[\\w.-]{1,50}|badge\\.fury\\.io|badgen\\.net|open\\.vscode\\.dev|codespaces\\.new)'
const picture = `!\\[[^\\[\\]]{0,300}\\]\\(https://${badgeHosts}/[^()\\s]{0,1000}\\)`
const linkedBadge = new RegExp(`\\[${picture}\\]\\([^()\\s]{0,1000}\\)`, 'giu')
const badge = new RegExp(picture, 'giu')
const translations = /^\s*<!-- CO-OP TRANSLATOR .{0,100}(START|END) -->/u

/**
 * Returns a page without badges and the list of its translations, with each line's number in its
 * file.
 */
export function cleanPage(source: string): { text: string; lines: number[] } {
  const kept: string[] = []
  const lines: number[] = []
  const fences = createFences()
  let isTranslations = false
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
    const text = fences.read(line) ? line : withoutBadges(line)
    if (text === line || /\S/u.test(text)) keep(text)
  }
  return { text: kept.join('\n'), lines }
}

/** Removes badges, except within code. */
function withoutBadges(line: string): string {
  if (!line.includes('![') || /^(?: {4}|\t)/u.test(line)) return line
  return changeProse(line, (words) => words.replaceAll(linkedBadge, '').replaceAll(badge, ''))
}

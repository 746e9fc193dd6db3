import { quote } from '../../course-folder/course-folder-error.ts'
import type { Notes } from '../notes.ts'
import type { ExpandedText } from './expand-includes.ts'

const fence = /^((?:[ \t]|>|[-*+][ \t]|\d{1,9}[.)][ \t])*)(`{3,}|~{3,})(.*)$/u
const unknownMark = /\{\{[%>!][^{}\n]{1,200}\}\}/u

interface Rules {
  /** As mistakes show the page's file. */
  file: string
  /** How hidden lines begin, by language. */
  hiddenLines: Readonly<Record<string, string>>
  notes: Notes
}

/**
 * The text with its code blocks as readers see them: without the lines that only the compiler
 * reads, and with the name of their language alone. Marks of unknown preprocessors are told.
 */
export function tidyCodeBlocks(
  { text, lines }: ExpandedText,
  { file, hiddenLines, notes }: Rules,
): ExpandedText {
  const kept: string[] = []
  const keptLines: number[] = []
  let open: { mark: string; language: string } | undefined
  for (const [index, line] of text.split('\n').entries()) {
    const number = lines[index] ?? 1
    const warn = (message: string) => notes.warnings.push({ file, line: number, message })
    const found = fence.exec(line)
    const [, indent = '', mark = '', info = ''] = found ?? []
    let shown: string | undefined = line
    if (open === undefined && found !== null && !(mark.startsWith('`') && info.includes('`'))) {
      const language = /^\s*([^\s,{]*)/u.exec(info)?.[1] ?? ''
      open = { mark, language }
      shown = info.trim() === '' ? line : `${indent}${mark}${language}`
      if (language === 'mermaid') warn('this diagram stays text, unless your frontend draws it')
    } else if (open !== undefined && mark.startsWith(open.mark) && info.trim() === '')
      open = undefined
    else if (open !== undefined) shown = visible(line, open.language, hiddenLines)
    else {
      const unknown = unknownMark.exec(line)?.[0]
      if (unknown !== undefined)
        warn(`${quote(unknown)} is not understood: its preprocessor is not run, its text stays`)
    }
    if (shown === undefined) continue
    kept.push(shown)
    keptLines.push(number)
  }
  return { text: kept.join('\n'), lines: keptLines }
}

/** A line of code as readers see it; undefined for one that is hidden. */
function visible(
  line: string,
  language: string,
  hiddenLines: Readonly<Record<string, string>>,
): string | undefined {
  const prefix = Object.hasOwn(hiddenLines, language) ? hiddenLines[language] : undefined
  if (prefix !== undefined && prefix !== '' && line.trimStart().startsWith(prefix)) return undefined
  if (language !== 'rust') return line
  const hidden = /^(\s*)#(.?)(.*)$/u.exec(line)
  if (hidden === null || hidden[2] === '!' || hidden[2] === '[') return line
  return hidden[2] === '#' ? `${hidden[1]}#${hidden[3]}` : undefined
}

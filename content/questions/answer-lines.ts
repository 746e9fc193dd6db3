import { proseLines } from '../markdown/lines.ts'
import type { QuestionTypeName } from './question-types.ts'

export const bullet = /^[-*] +(\S.*)$/u
export const task = /^\[([ xX])\] +(\S.*)$/u
export const numbered = /^\d{1,3}[.)] +(\S.*)$/u
export const equals = /^= +(\S.*)$/u
export const pair = /^(.*?\S)? *=> *(\S.*)$/u

/** Returns `end` moved up over the blank lines before it. */
export function trimmed(lines: string[], end: number): number {
  let last = end
  while (last > 0 && !/\S/u.test(lines[last - 1] ?? '')) last -= 1
  return last
}

/** Returns the places of the last list before `end`; blank lines may part its items. */
export function lastList(lines: string[], end: number, form: RegExp): number[] {
  const places: number[] = []
  let below = end
  while (below > 0) {
    const place = trimmed(lines, below) - 1
    const line = lines[place] ?? ''
    const isApart = place < below - 1
    if (!form.test(line) || (isApart && !goesOn(line, lines[below]))) break
    places.unshift(place)
    below = place
  }
  return places
}

/** Whether a line and the next after a blank line are one list, and not one of the text. */
function goesOn(line: string, next: string | undefined): boolean {
  if (next === undefined) return false
  const [number, nextNumber] = [line, next].map((one) => Number.parseInt(one, 10))
  if (number !== undefined && !Number.isNaN(number)) return number <= (nextNumber ?? 0)
  return [optionLine, pairLine, equals].some((form) => form.test(line) && form.test(next))
}

const optionLine = /^[-*] +\[[ xX]\] +\S/u
const pairLine = /^[-*] +(?!\[[ xX]\] ).*=> *\S/u
/** Matches a right or nearly right option, but no link such as `- [x](address)`. */
const likeOption = /^\s*[-*+] *\[[ xX]?\](?![([:])/u
const likeWord = /^\s*= *[^\s=>]/u

/** Returns the place of a text line that was probably meant as an answer. */
export function strayAnswer(
  text: string[],
  type: QuestionTypeName | undefined,
): number | undefined {
  const forms = [likeOption, likeWord, ...(type === 'match' ? [pairLine] : [])]
  let isFormula = false
  for (const [place, line] of proseLines(text)) {
    if (line.split('$$').length % 2 === 0) isFormula = !isFormula
    if (!isFormula && forms.some((form) => form.test(line))) return place
  }
  return undefined
}

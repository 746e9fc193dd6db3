import { createRequire } from 'node:module'
import type { WordPart } from './facts-schema.ts'

const require = createRequire(import.meta.url)

/** Bounds the comparison of texts that have little in common: it blocks the process. */
const bounds = { maxEditLength: 2_000, timeout: 50 }
/** Characters shown on either side of a change. */
const around = 80
const longestPart = 5_000
const maxCharacters = 100_000

/** How many long texts one answer compares word by word; the others are told whole. */
export interface WordBudget {
  texts: number
}

/** Tells how a text changed, word by word, or line by line where too much did. */
export function wordsOf(before: string, after: string, budget: WordBudget): WordPart[] {
  const parts = budget.texts > 0 ? compare(before, after) : undefined
  budget.texts -= 1
  const whole: WordPart[] = [
    { is: 'removed', text: before },
    { is: 'added', text: after },
  ]
  return shortened((parts ?? whole).filter(({ text }) => text !== ''))
}

function compare(before: string, after: string): WordPart[] | undefined {
  const { diffLines, diffWordsWithSpace }: typeof import('diff') = require('diff')
  const parts =
    diffWordsWithSpace(before, after, bounds) ?? diffLines(before, after, bounds) ?? undefined
  return parts?.map(({ value: text, added, removed }) => ({
    is: added ? 'added' : removed ? 'removed' : 'kept',
    text,
  }))
}

/** Leaves out what is far from every change, and the end of what is very long. */
function shortened(parts: readonly WordPart[]): WordPart[] {
  const cut: WordPart = { is: 'cut', text: '' }
  const shown: WordPart[] = []
  let left = maxCharacters
  for (const [at, { is, text }] of parts.entries()) {
    const [isFirst, isLast] = [at === 0, at === parts.length - 1]
    const [ahead, behind] = [isFirst ? 0 : around, isLast ? 0 : around]
    if (is === 'kept' && text.length > ahead + behind + around) {
      if (!isFirst) shown.push({ is, text: whole(text.slice(0, ahead)) })
      shown.push(cut)
      if (!isLast) shown.push({ is, text: whole(text.slice(-behind)) })
      left -= ahead + behind
    } else {
      const most = Math.max(0, Math.min(longestPart, left))
      shown.push({ is, text: whole(text.slice(0, most)) })
      if (text.length > most) shown.push(cut)
      left -= text.length
    }
    if (left <= 0) return isLast || shown.at(-1) === cut ? shown : [...shown, cut]
  }
  return shown
}

/** Drops half a character at either end. */
function whole(text: string): string {
  return text.replace(/^[\uDC00-\uDFFF]|[\uD800-\uDBFF]$/gu, '')
}

import { createRequire } from 'node:module'
import type { WordPart } from './facts-schema.ts'

const require = createRequire(import.meta.url)

/** Bounds the comparison of texts that have little in common: it blocks the process. */
const bounds = { maxEditLength: 2_000, timeout: 50 }
/** Characters shown on either side of a change. */
const around = 80
const longestPart = 5_000
const maxParts = 400

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
  const all = (parts ?? whole).filter(({ text }) => text !== '')
  const shown = all.slice(0, maxParts).flatMap(({ is, text }, at): WordPart[] => {
    const isKept = is === 'kept'
    const ahead = isKept ? around * Number(at > 0) : longestPart
    const behind = isKept ? around * Number(at < all.length - 1) : 0
    if (text.length <= ahead + behind + around) return [{ is, text }]
    const [start, end] = [text.slice(0, ahead), text.slice(text.length - behind)].map(withoutHalves)
    const ends = [{ is, text: start ?? '' }, cut, { is, text: end ?? '' }]
    return ends.filter((one) => one === cut || one.text !== '')
  })
  return all.length > maxParts ? [...shown, cut] : shown
}

const cut: WordPart = { is: 'cut', text: '' }

function compare(before: string, after: string): WordPart[] | undefined {
  const { diffLines, diffWordsWithSpace }: typeof import('diff') = require('diff')
  const parts =
    diffWordsWithSpace(before, after, bounds) ?? diffLines(before, after, bounds) ?? undefined
  return parts?.map(({ value: text, added, removed }) => ({
    is: added ? 'added' : removed ? 'removed' : 'kept',
    text,
  }))
}

/** Drops half a character at either end. */
function withoutHalves(text: string): string {
  return text.replace(/^[\uDC00-\uDFFF]|[\uD800-\uDBFF]$/gu, '')
}

import { type GIFTQuestion, parse, type TextChoice, type TextFormat } from 'gift-pegjs'
import { plainTextToMarkdown, texTextToMarkdown } from '../../content/markdown/plain-text.ts'
import { decoded } from '../../content/markdown/references.ts'
import { unambiguous } from '../../content/questions/number.ts'
import { readNumber } from '../../lib/typed-text/read-number.ts'
import { htmlTextToMarkdown, isHtml, wordsOfHtml } from '../html/html-text.ts'
import { choicesOf, explanationOf, type ForeignQuestion } from './foreign-question.ts'

/**
 * Reads questions in GIFT, Moodle's text format; drops categories and titles.
 * Source: https://docs.moodle.org/en/GIFT_format
 */
export function readGift(text: string): ForeignQuestion[] {
  return blocksOf(text).flatMap(({ line, block: written }) => {
    const { block, missing } = withoutPlaces(written)
    try {
      return parse(block).flatMap((question): ForeignQuestion[] => {
        if (question.type === 'Category') return []
        const prompt = markdownOf(question.stem)
        const read =
          /\d{16}/u.test(block) && question.type === 'Numerical' ? tooExact : own(question)
        const id = question.id ?? undefined
        const more = typeof read === 'string' ? { own: read } : read
        return [{ line, prompt, id, ...more, ...(missing.length > 0 && { missing }) }]
      })
    } catch (error) {
      if (!isSyntaxError(error)) throw error
      const { start } = error.location
      const own = wrongNumberIn(block) ?? `is not GIFT: ${error.message.slice(0, 200)}`
      return [{ line: line + start.line - 1, prompt: '', own }]
    }
  })
}

/** Says how to write a number that is not in GIFT's form, with a point only. */
function wrongNumberIn(block: string): string | undefined {
  const [, numbers = ''] = /\{\s*#([^{}]*)\}/u.exec(block) ?? []
  for (const written of numbers.split(/\.\.|[=~:#\n]|%[^%]*%/u).map((one) => one.trim())) {
    const read = /^-?\d+(?:\.\d+)?$/u.test(written) ? undefined : readNumber(written)
    if (read !== undefined)
      return 'readings' in read
        ? `has the number ${written}, which may be ${read.readings.join(' or ')}: write which`
        : `has the number ${written}: write it as ${read.number}`
  }
  return undefined
}

const tooExact = 'has a number of more digits than GIFT is read with: 15'

type Own = Pick<ForeignQuestion, 'own' | 'explanation'>

/** Splits at blank lines: each question is read alone, and a mistake in one ends no other. */
function blocksOf(text: string): { line: number; block: string }[] {
  const blocks: { line: number; block: string }[] = []
  let isBegun = false
  const lines = text.split(/\r?\n/u)
  for (const [index, line] of lines.entries()) {
    const last = blocks.at(-1)
    const begun = isBegun ? (last?.block ?? '') : ''
    if (/^\s*\/\//u.test(line) && isComment(begun, lines[index + 1])) continue
    if (line.trim() === '') isBegun = false
    else if (isBegun && last !== undefined) last.block += `\n${line}`
    else {
      blocks.push({ line: index + 1, block: line })
      isBegun = true
    }
  }
  return blocks
}

/** Whether it stands outside questions or between answers; in a text it may be a program's line. */
function isComment(begun: string, next = ''): boolean {
  const isOutside = begun === '' || /(?<!\\)\}\s*$/u.test(begun)
  const isAnswering = begun.lastIndexOf('{') > begun.lastIndexOf('}')
  return isOutside || (isAnswering && /^\s*(?:[=~}]|\/\/|$)/u.test(next))
}

/** Reduces pictures that a Moodle export names but lacks to their names. */
function withoutPlaces(block: string): { block: string; missing: string[] } {
  const missing = new Set<string>()
  const named = block.replaceAll(/@@PLUGINFILE@@\/([^"'\s()<>\\]{1,300})/gu, (_, name: string) => {
    missing.add(decoded(name))
    return name
  })
  return { block: named, missing: [...missing] }
}

function isSyntaxError(error: unknown): error is Error & { location: { start: { line: number } } } {
  return error instanceof Error && error.name === 'SyntaxError' && 'location' in error
}

/** Converts a text from its format; without one it is plain, or HTML as Moodle shows it. */
function markdownOf({ text, format }: Pick<TextFormat, 'text' | 'format'>): string {
  if (format === 'markdown') return text.trim()
  const isOfHtml = format === 'html' || (format === 'moodle' && isHtml(text))
  return isOfHtml ? htmlTextToMarkdown(text) : texTextToMarkdown(text).trim()
}

/** Returns a typed answer without markup: it is compared by its letters. */
function wordsOf({ text, format }: TextFormat): string {
  return format === 'html' ? wordsOfHtml(text) : text.trim()
}

type Of<Type extends GIFTQuestion['type']> = Extract<GIFTQuestion, { type: Type }>

function own(question: Exclude<GIFTQuestion, Of<'Category'>>): Own | string {
  if (question.type === 'Description') return 'is a text that asks nothing'
  const told = question.globalFeedback && markdownOf(question.globalFeedback)
  switch (question.type) {
    case 'Essay':
      return { own: { type: 'essay' }, explanation: told }
    case 'TF': {
      const { isTrue, trueFeedback, falseFeedback } = question
      // The first is for a wrong answer, whatever its name.
      const [toWrong, toRight] = [trueFeedback, falseFeedback].map((one) => one && markdownOf(one))
      const answer = (text: string, right: boolean) => ({
        text,
        right,
        told: right ? toRight : toWrong,
      })
      return choicesOf([answer('True', isTrue), answer('False', !isTrue)], { told })
    }
    case 'MC':
      return ofChoices(question.choices, told)
    case 'Short': {
      if (question.choices.some(isPartly)) return partly
      const accepted = question.choices.map(({ text }) => wordsOf(text))
      const feedback = question.choices.map(({ feedback }) => feedback && markdownOf(feedback))
      return {
        own: { type: 'text', accepted },
        explanation: explanationOf(
          told,
          accepted.map((text, place) => [plainTextToMarkdown(text), feedback[place]] as const),
        ),
      }
    }
    case 'Numerical':
      return ofNumbers(question, told)
    case 'Matching': {
      const pairs = question.matchPairs.map(({ subquestion, subanswer }) => ({
        left: markdownOf(subquestion),
        right: markdownOf({ text: subanswer, format: 'plain' }),
      }))
      return {
        own: {
          type: 'match',
          pairs: pairs.filter(({ left }) => left !== ''),
          others: pairs.flatMap(({ left, right }) => (left === '' ? [right] : [])),
        },
        explanation: told,
      }
    }
  }
}

const partly = 'gives part of the points for an answer, which a quiz does not'

function isPartly({ weight }: { weight: number | null }): boolean {
  return weight !== null && weight !== 100 && weight !== 0
}

/** Converts choices; weights must be equal for all right options, and together give everything. */
function ofChoices(choices: readonly TextChoice[], told: string | null): Own | string {
  const weights = choices.flatMap(({ weight }) => (weight !== null && weight > 0 ? [weight] : []))
  const isShared =
    weights.length > 1 &&
    Math.abs(weights.reduce((sum, one) => sum + one, 0) - 100) < 0.1 &&
    weights.every((one) => one === weights[0]) &&
    choices.every(({ isCorrect }) => !isCorrect)
  if (!isShared && choices.some(isPartly)) return partly
  return choicesOf(
    choices.map(({ text, isCorrect, weight, feedback }) => ({
      text: markdownOf(text),
      right: isShared ? (weight ?? 0) > 0 : isCorrect || weight === 100,
      told: feedback && markdownOf(feedback),
    })),
    { told, scoring: isShared ? 'partial' : 'all' },
  )
}

function ofNumbers({ choices }: Of<'Numerical'>, told: string | null): Own | string {
  const all = Array.isArray(choices) ? choices : [{ text: choices, weight: null, feedback: null }]
  if (all.some(isPartly)) return partly
  const numbers = all.map(({ text: { type, number, range, numberLow, numberHigh } }) =>
    type === 'high-low'
      ? { from: decimal(numberLow), to: decimal(numberHigh) }
      : { value: decimal(number), tolerance: decimal(range) },
  )
  const feedback = all.map(
    ({ feedback, text: { number, numberLow } }) =>
      [decimal(number ?? numberLow), feedback && markdownOf(feedback)] as const,
  )
  return {
    own: { type: 'number', numbers: unambiguous(numbers) },
    explanation: explanationOf(told, feedback),
  }
}

/** Writes a number, never in the form 1e-7. */
function decimal(number = 0): string {
  const text = String(number)
  return text.includes('e') ? number.toFixed(20).replace(/0+$/u, '') : text
}

import { plainTextToMarkdown } from '../../content/markdown/plain-text.ts'
import { choicesOf, type ForeignQuestion, letterAt } from './foreign-question.ts'

const option = /^([A-Z])[.)] +(\S.*)$/u
const answer = /^ANSWER: *([A-Z]) *$/u

/** Whether a text is Aiken, with answers on lines of their own. */
export function isAiken(text: string): boolean {
  return /^ANSWER:/mu.test(text)
}

/**
 * Reads questions in Aiken: a question, options as `A. …` or `A) …`, and `ANSWER: A`.
 * Source: https://docs.moodle.org/en/Aiken_format
 */
export function readAiken(text: string): ForeignQuestion[] {
  const questions: ForeignQuestion[] = []
  let begun: { line: number; prompt: string[]; options: [string, string][] } | undefined
  const end = (own: ForeignQuestion['own'], more: Partial<ForeignQuestion> = {}) => {
    if (begun !== undefined)
      questions.push({
        line: begun.line,
        prompt: plainTextToMarkdown(begun.prompt.join('\n')),
        own,
        ...more,
      })
    begun = undefined
  }
  for (const [index, written] of text.split(/\r?\n/u).entries()) {
    const line = written.trim()
    if (line === '') continue
    const [, right] = answer.exec(line) ?? []
    const [, letter, words] = option.exec(line) ?? []
    begun ??= { line: index + 1, prompt: [], options: [] }
    if (letter !== undefined && words !== undefined && begun.prompt.length > 0)
      begun.options.push([letter, words])
    else if (right !== undefined) {
      const missing = begun.options.findIndex(([name], place) => name !== letterAt(place))
      const choices = begun.options.map(([name, text]) => ({
        text: plainTextToMarkdown(text),
        right: name === right,
      }))
      // An option without a space, say, would be read as part of the question.
      if (missing >= 0)
        end(`has no option ${letterAt(missing)}: write it as \`${letterAt(missing)}. …\``)
      else if (choices.some((choice) => choice.right)) {
        const { own } = choicesOf(choices)
        end(own)
      } else end(`has no option ${right}, which its ANSWER names`)
    } else if (begun.options.length > 0) {
      end('has no line `ANSWER: …` below its options')
      begun = { line: index + 1, prompt: [line], options: [] }
    } else begun.prompt.push(line)
  }
  end('has no line `ANSWER: …`')
  return questions
}

import { type Literal, MdxFault } from './mdx-literal.ts'
import type { MdxTag } from './mdx-tags.ts'

/**
 * Checks a `<Question>`: its choices are a list of `{ text, explain, correct }`.
 * @throws MdxFault
 */
export function checkQuestion({ attributes }: MdxTag, at: number): void {
  const choices = attributes.get('choices')
  if (!isList(choices) || choices.length === 0)
    throw new MdxFault(at, 'this question has no choices: give it choices={[{ text: "…" }]}')
  for (const [index, choice] of choices.entries()) {
    const fault = faultOf(choice)
    if (fault !== undefined) throw new MdxFault(at, `choice ${index + 1} of this question ${fault}`)
  }
}

function faultOf(choice: Literal): string | undefined {
  if (!(choice instanceof Map)) return 'must have fields, like { text: "…", correct: true }'
  if (typeof choice.get('text') !== 'string') return 'has no text: add it'
  if (!['string', 'undefined'].includes(typeof choice.get('explain')))
    return 'has an explanation that is not text: put it in quotes'
  if (!['boolean', 'undefined'].includes(typeof choice.get('correct')))
    return 'must say correct: true, or leave it out'
  return undefined
}

function isList(value: Literal | undefined): value is readonly Literal[] {
  return Array.isArray(value)
}

import { type Choice, choicesOf, type ForeignQuestion } from '../../questions/foreign-question.ts'
import { type Literal, MdxFault } from './mdx-literal.ts'
import type { MdxTag } from './mdx-tags.ts'

/**
 * Reads a `<Question>`: its choices are a list of `{ text, explain, correct }`.
 * @throws MdxFault
 */
export function readQuestion(
  { attributes }: MdxTag,
  at: number,
): Pick<ForeignQuestion, 'own' | 'explanation'> {
  const choices = attributes.get('choices')
  if (!isList(choices) || choices.length === 0)
    throw new MdxFault(at, 'this question has no choices: give it choices={[{ text: "…" }]}')
  return choicesOf(
    choices.map((choice, index) => {
      const read = choiceOf(choice)
      if (typeof read !== 'string') return read
      throw new MdxFault(at, `choice ${index + 1} of this question ${read}`)
    }),
  )
}

/** Reads a choice, or says what is wrong with it. */
function choiceOf(choice: Literal): Choice | string {
  if (!(choice instanceof Map)) return 'must have fields, like { text: "…", correct: true }'
  const [text, told, right = false] = ['text', 'explain', 'correct'].map((name) => choice.get(name))
  if (typeof text !== 'string') return 'has no text: add it'
  if (told !== undefined && typeof told !== 'string')
    return 'has an explanation that is not text: put it in quotes'
  if (typeof right !== 'boolean') return 'must say correct: true, or leave it out'
  return { text, right, told }
}

function isList(value: Literal | undefined): value is readonly Literal[] {
  return Array.isArray(value)
}

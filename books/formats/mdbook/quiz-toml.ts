import { parse, TomlError } from 'smol-toml'
import { z } from 'zod'
import { choicesOf, explanationOf } from '../../questions/foreign-question.ts'
import { mistake } from '../../reading/course-folder-error.ts'
import type { PageQuestion } from '../../reading/types.ts'

const answers = z.union([z.string().transform((one) => [one]), z.array(z.string()).min(1)])
const common = { id: z.string().optional(), context: z.string().nullable().default(null) }

/** The types that a quiz can hold. */
const Known = z.discriminatedUnion('type', [
  z.object({
    ...common,
    type: z.literal('MultipleChoice'),
    prompt: z.object({ prompt: z.string(), distractors: z.array(z.string()) }),
    answer: z.object({ answer: answers }),
  }),
  z.object({
    ...common,
    type: z.literal('ShortAnswer'),
    prompt: z.object({ prompt: z.string() }),
    answer: z.object({ answer: z.string(), alternatives: z.array(z.string()).default([]) }),
  }),
])
const Quiz = z.object({
  questions: z
    .array(z.looseObject({ type: z.string('must be text') }), 'must be a list')
    .default([]),
})

/**
 * Reads the questions of an mdbook-quiz quiz.
 * Source: https://github.com/cognitive-engineering-lab/mdbook-quiz
 * @param file as mistakes name it
 * @throws CourseFolderError
 */
export function readQuizToml(lines: readonly string[], file: string): PageQuestion[] {
  const starts = lines.flatMap((line, index) =>
    /^\s*\[\[ *questions *\]\]/u.test(line) ? index + 1 : [],
  )
  const { data, error } = Quiz.safeParse(parsed(lines.join('\n'), file))
  if (data === undefined) {
    const [issue] = error.issues
    const line = starts[Number(issue?.path[1] ?? 0)] ?? 1
    throw mistake(file, line, `${issue?.path.join('.')} ${issue?.message}`)
  }
  return data.questions.map((question, index): PageQuestion => {
    const place = { file, line: starts[index] ?? 1 }
    const read = Known.safeParse(question).data
    if (read === undefined) {
      const own = Known.options.some(({ shape }) => shape.type.value === question.type)
        ? `has not all that a question of the type ${question.type} needs`
        : `is of the type ${question.type}, which a quiz does not have`
      return { ...place, prompt: '', own }
    }
    const { id, context, prompt } = read
    const shared = { ...place, id, prompt: prompt.prompt }
    if (read.type === 'ShortAnswer') {
      const accepted = [read.answer.answer, ...read.answer.alternatives]
      return { ...shared, own: { type: 'text', accepted }, explanation: explanationOf(context, []) }
    }
    const right = read.answer.answer.map((text) => ({ text, right: true }))
    const wrong = read.prompt.distractors.map((text) => ({ text, right: false }))
    return { ...shared, ...choicesOf([...right, ...wrong], { told: context }) }
  })
}

function parsed(text: string, file: string): unknown {
  try {
    return parse(text)
  } catch (error) {
    if (!(error instanceof TomlError)) throw error
    const [, reason = ''] = /^Invalid TOML document: (.*)/u.exec(error.message) ?? []
    throw mistake(file, error.line, `this is not TOML: ${reason}`)
  }
}

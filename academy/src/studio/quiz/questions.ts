import type { QuestionInput } from '@lyceum/sdk'

type QuestionType = QuestionInput['type']
const types = ['single', 'multiple', 'number', 'text', 'order', 'match', 'essay'] as const
export const questionTypes = types satisfies readonly QuestionType[]

/** Returns a question in which nothing is written yet. */
export function newQuestion(type: QuestionType): QuestionInput {
  const option = { text: '', right: false }
  const options = [option, option]
  const answers = {
    single: { options },
    multiple: { options },
    number: { numbers: [{ value: '' }] },
    text: { accepted: [''] },
    order: { items: ['', ''] },
    match: { pairs: ['', ''].map((left) => ({ left, right: '' })) },
    essay: {},
  }
  return { key: newKey(), title: '', type, ...answers[type] } as QuestionInput
}

/** A question's identity within its course. */
export const newKey = () => `q-${crypto.randomUUID().slice(0, 8)}`

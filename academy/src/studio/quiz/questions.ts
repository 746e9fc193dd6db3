import type { QuestionInput } from '@lyceum/sdk'
import { t } from '../../texts/texts.ts'

type QuestionType = QuestionInput['type']
const types = ['single', 'multiple', 'number', 'text', 'order', 'match', 'essay'] as const
export const questionTypes = types satisfies readonly QuestionType[]

/** Returns a question to start from that the server accepts unchanged. */
export function newQuestion(type: QuestionType): QuestionInput {
  const [first, second] = [t('quizEditor.firstAnswer'), t('quizEditor.secondAnswer')]
  const options = [
    { text: first, right: true },
    { text: second, right: false },
  ]
  const answers = {
    single: { options },
    multiple: { options },
    number: { numbers: [{ value: '1' }] },
    text: { accepted: [first] },
    order: { items: [first, second] },
    match: { pairs: [first, second].map((left) => ({ left, right: left })) },
    essay: {},
  }
  const key = `q-${crypto.randomUUID().slice(0, 8)}`
  return { key, title: t('quizEditor.newQuestion'), type, ...answers[type] } as QuestionInput
}

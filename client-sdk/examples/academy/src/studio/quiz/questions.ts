import type { Question, QuestionInput } from '@lyceum/sdk'
import { t } from '../../texts/texts.ts'

export type QuestionType = Question['type']
export const questionTypes = [
  'single',
  'multiple',
  'number',
  'text',
  'order',
  'match',
  'essay',
] as const satisfies QuestionType[]

/** A question to begin with, which the server takes as it is. */
export function newQuestion(type: QuestionType): QuestionInput {
  const key = `q-${crypto.randomUUID().slice(0, 8)}`
  const question = { key, title: t('quizEditor.newQuestion') }
  const [first, second] = [t('quizEditor.firstAnswer'), t('quizEditor.secondAnswer')]
  switch (type) {
    case 'single':
    case 'multiple': {
      const options = [
        { text: first, right: true },
        { text: second, right: false },
      ]
      return { ...question, type, options }
    }
    case 'number':
      return { ...question, type, numbers: [{ value: '1' }] }
    case 'text':
      return { ...question, type, accepted: [first] }
    case 'order':
      return { ...question, type, items: [first, second] }
    case 'match':
      return { ...question, type, pairs: [first, second].map((left) => ({ left, right: left })) }
    case 'essay':
      return { ...question, type }
  }
}

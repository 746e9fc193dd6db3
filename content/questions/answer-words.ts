import type { Answer } from './question-types.ts'

/** The texts of a question that an answer names by their indexes, as it showed them. */
interface ShownTexts {
  options?: string[]
  items?: string[]
  left?: string[]
  right?: string[]
}

/** Says an answer in the words of its question, for whoever did not see the order it was shown in. */
export function answerInWords(answer: Answer, shown: ShownTexts): string {
  const { options = [], items = [], left = [], right = [] } = shown
  switch (answer.type) {
    case 'single':
      return options[answer.choice] ?? ''
    case 'multiple':
      return answer.choices.map((choice) => options[choice]).join('; ')
    case 'order':
      return answer.order.map((index) => items[index]).join(' → ')
    case 'match':
      return left
        .map((text, place) => `${text} → ${right[answer.pairs[place] ?? -1] ?? '…'}`)
        .join('; ')
    case 'number':
      return answer.number
    case 'text':
    case 'essay':
      return answer.text
  }
}

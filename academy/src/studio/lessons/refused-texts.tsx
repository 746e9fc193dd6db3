import { findText, t } from '../../texts/texts.ts'
import { titleOf } from '../../ui/names.ts'
import type { Texts } from './refusals.ts'

/** What the server does not take, with the names that the fields have on the page. */
export function RefusedTexts({ texts, message }: { texts: Texts; message: string | undefined }) {
  const lines = Object.entries(texts).map(([path, text]) => `${labelOf(path)}: ${text}`)
  const all = lines.length > 0 ? lines : [message ?? '']
  return (
    <ul>
      {all.map((line) => (
        <li key={line}>{t('saving.refusedText', { message: line })}</li>
      ))}
    </ul>
  )
}

function labelOf(path: string): string {
  const [, question] = /\.questions\.(\d+)/.exec(path) ?? []
  const name = path.split('.').findLast((part) => /^\D/.test(part)) ?? path
  if (question === undefined) return titleOf(name)
  // What is no field of its own is about its answers.
  const part = findText(`field.${name}`) ?? t('quizEditor.answer')
  return `${t('quizEditor.question')} ${Number(question) + 1}, ${part}`
}

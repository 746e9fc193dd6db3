import type { MatchAttemptQuestion } from '@lyceum/sdk'
import { useId } from 'react'
import { Markdown } from '../../markdown/markdown.tsx'
import { withoutMarkup } from '../../markdown/without-markup.ts'
import { t } from '../../texts/texts.ts'
import { inputClass } from '../../ui/bits.tsx'
import type { AnswerFieldProps } from './answers.ts'

/** Asks for an item of the right at each one of the left; a select shows texts without markup. */
export function MatchField({ question, answer, onAnswer }: AnswerFieldProps<MatchAttemptQuestion>) {
  const { left, right } = question
  const id = useId()
  const pairs = answer?.type === 'match' ? answer.pairs : left.map(() => null)
  function choose(index: number, value: string): void {
    const chosen = pairs.with(index, value === '' ? null : Number(value))
    const isEmpty = chosen.every((one) => one === null)
    onAnswer(isEmpty ? null : { type: 'match', pairs: chosen })
  }
  return (
    <>
      {right.some((text) => withoutMarkup(text) !== text) && (
        <ul className="flex list-disc flex-col gap-1 ps-5">
          {right.map((text) => (
            <li key={text}>
              <Markdown text={text} inline />
            </li>
          ))}
        </ul>
      )}
      <ul className="flex flex-col gap-2">
        {left.map((text, index) => (
          <li key={text} className="grid items-center gap-x-3 gap-y-1 sm:grid-cols-2">
            <span id={`${id}-${index}`}>
              <Markdown text={text} inline />
            </span>
            <select
              aria-labelledby={`${id}-${index}`}
              className={inputClass}
              value={pairs[index] ?? ''}
              onChange={({ target }) => choose(index, target.value)}
            >
              <option value="">{t('form.choose')}</option>
              {right.map((text, place) => (
                <option key={text} value={place}>
                  {withoutMarkup(text)}
                </option>
              ))}
            </select>
          </li>
        ))}
      </ul>
    </>
  )
}

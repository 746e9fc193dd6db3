import type { MatchAttemptQuestion } from '@lyceum/sdk'
import { useId } from 'react'
import { Markdown } from '../../markdown/markdown.tsx'
import { withoutMarkup } from '../../markdown/without-markup.ts'
import { t } from '../../texts/texts.ts'
import { inputClass } from '../../ui/bits.tsx'
import type { AnswerFieldProps } from './answers.ts'

const letterOf = (index: number) => String.fromCodePoint(65 + (index % 26))

/** Letters the items on the right, and asks for one at each item on the left. */
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
      <ul className="flex flex-col gap-1">
        {right.map((text, index) => (
          <li key={text}>
            <b>{letterOf(index)}</b> <Markdown text={text} inline />
          </li>
        ))}
      </ul>
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
                  {letterOf(place)} – {withoutMarkup(text)}
                </option>
              ))}
            </select>
          </li>
        ))}
      </ul>
    </>
  )
}

import type { Answer, AttemptQuestion } from '@lyceum/sdk'
import { useContext, useId } from 'react'
import { LanguageOfTexts, useDirection } from '../../markdown/language-of-texts.ts'
import { Markdown } from '../../markdown/markdown.tsx'
import { t } from '../../texts/texts.ts'
import { inputClass } from '../../ui/bits.tsx'
import { Button } from '../../ui/button.tsx'
import { showPlainNumber } from '../../ui/format.ts'
import { QuestionFlaw } from '../flaws/question-flaw.tsx'
import type { AnswerFieldProps, Refusal } from './answers.ts'
import { MatchField } from './match-field.tsx'
import { OrderField } from './order-field.tsx'

interface QuestionFieldProps extends AnswerFieldProps<AttemptQuestion> {
  /** Why the server does not take the answer. */
  refusal?: Refusal | undefined
}

/** The most characters that the server takes. */
const maxLengths = { text: 500, essay: 20_000, number: 82 }

export function QuestionField({ question, answer, refusal, onAnswer }: QuestionFieldProps) {
  const { position, title, text, points, type } = question
  const id = useId()
  return (
    <fieldset dir={useDirection()} className="rounded-xl border border-line p-4">
      <legend className="float-start mb-2 flex w-full items-start justify-between gap-3 font-semibold">
        <span id={id}>
          {position + 1}. <Markdown text={title} inline />
        </span>
        <bdi className="shrink-0 text-sm font-normal text-muted">
          {t('quiz.points', { count: points })}
        </bdi>
      </legend>
      <div className="clear-both flex flex-col gap-3">
        {text !== null && <Markdown text={text} level={3} />}
        {type === 'multiple' && (
          <p className="text-sm text-muted">
            <bdi>{t('quiz.multiple')}</bdi>
          </p>
        )}
        <Input question={question} answer={answer} onAnswer={onAnswer} labelId={id} />
        {refusal !== undefined && (
          <div role="alert" className="flex flex-wrap items-center gap-2 text-sm text-bad">
            <bdi>{textOf(refusal, type)}</bdi>
            {refusal.readings.map((number) => (
              <Button key={number} onClick={() => onAnswer({ type: 'number', number })}>
                {showPlainNumber(number)}
              </Button>
            ))}
          </div>
        )}
        <QuestionFlaw position={position} />
      </div>
    </fieldset>
  )
}

function textOf({ why, readings }: Refusal, type: AttemptQuestion['type']): string {
  if (readings.length > 0) return why
  return type === 'number' ? t('quiz.noNumber') : t('quiz.refused', { why })
}

interface InputProps extends AnswerFieldProps<AttemptQuestion> {
  labelId: string
}

function Input({ question, answer, onAnswer, labelId }: InputProps) {
  const language = useContext(LanguageOfTexts)
  switch (question.type) {
    case 'single':
    case 'multiple': {
      const { type, options } = question
      const chosen = chosenOf(answer)
      const choose = (index: number) => {
        if (type === 'single') return onAnswer({ type, choice: index })
        const choices = [...options.keys()].filter(
          (one) => chosen.includes(one) !== (one === index),
        )
        onAnswer(choices.length === 0 ? null : { type, choices })
      }
      return options.map((option, index) => (
        <label
          key={option}
          className="flex min-h-10 items-start gap-3 rounded-lg border border-line px-3 py-2 hover:bg-panel has-checked:border-brand has-checked:bg-tint"
        >
          <input
            type={type === 'single' ? 'radio' : 'checkbox'}
            name={labelId}
            checked={chosen.includes(index)}
            onChange={() => choose(index)}
            className="mt-0.5 size-5 shrink-0 accent-brand"
          />
          <span className="min-w-0">
            <Markdown text={option} inline />
          </span>
        </label>
      ))
    }
    case 'number':
      return <NumberInput answer={answer} onAnswer={onAnswer} labelId={labelId} />
    case 'text':
    case 'essay': {
      const { type } = question
      const Field = type === 'essay' ? 'textarea' : 'input'
      return (
        <Field
          aria-labelledby={labelId}
          lang={language}
          className={inputClass}
          maxLength={maxLengths[type]}
          {...(type === 'essay' && { rows: 8 })}
          defaultValue={answer?.type === type ? answer.text : ''}
          onChange={({ target }) =>
            onAnswer(target.value.trim() === '' ? null : { type, text: target.value })
          }
        />
      )
    }
    case 'order':
      return <OrderField question={question} answer={answer} onAnswer={onAnswer} />
    case 'match':
      return <MatchField question={question} answer={answer} onAnswer={onAnswer} />
  }
}

function chosenOf(answer: Answer | null): readonly number[] {
  if (answer?.type === 'single') return [answer.choice]
  return answer?.type === 'multiple' ? answer.choices : []
}

/** The server reads it, and asks which number is meant where it may be two. */
function NumberInput({ answer, onAnswer, labelId }: Omit<InputProps, 'question'>) {
  return (
    <>
      <input
        inputMode="decimal"
        maxLength={maxLengths.number}
        aria-labelledby={labelId}
        aria-describedby={`${labelId}-hint`}
        className={`max-w-60 ${inputClass}`}
        value={answer?.type === 'number' ? answer.number : ''}
        onChange={({ target: { value: number } }) =>
          onAnswer(number.trim() === '' ? null : { type: 'number', number })
        }
      />
      <bdi id={`${labelId}-hint`} className="text-sm text-muted">
        {t('quiz.number')}
      </bdi>
    </>
  )
}

import type { QuestionInput } from '@lyceum/sdk'
import { quizScoring } from '@lyceum/sdk/values'
import { useId } from 'react'
import { t } from '../../texts/texts.ts'
import { LiveFields } from '../../ui/forms/fields.tsx'
import { FieldList, ListEditor } from '../../ui/forms/list-editor.tsx'
import type { Edits } from '../lessons/content.ts'
import { MarkdownField } from '../writing/markdown-field.tsx'
import { newQuestion, questionTypes } from './questions.ts'

export function QuestionFields(props: Edits<QuestionInput> & { at: string }) {
  const { at, value: question, onChange } = props
  const { type, key } = question
  return (
    <div className="grid gap-6 py-2 md:grid-cols-2">
      <div className="flex flex-col gap-4">
        <MarkdownField
          {...{ at, name: 'title', value: question.title, isLine: true }}
          onChange={(title) => onChange({ ...question, title: title ?? '' })}
        />
        <MarkdownField
          {...{ at, name: 'text', value: question.text }}
          onChange={(text) => onChange({ ...question, text })}
        />
        <LiveFields
          at={at}
          kinds={{
            questionType: questionTypes,
            points: 'number!',
            ...(type === 'multiple' && { scoring: quizScoring }),
            ...(type === 'text' && { caseSensitive: 'box' }),
          }}
          of={{ points: 1, scoring: 'all', ...question, questionType: type }}
          onChange={({ questionType, ...values }) => {
            const { title, text, explanation } = question
            if (questionType === type) onChange({ ...question, ...values })
            else
              onChange({
                ...newQuestion(questionType),
                ...{ key, title, text, explanation, points: values.points },
              })
          }}
        />
        {type === 'essay' && (
          <MarkdownField
            {...{ at, name: 'guidance', value: question.guidance }}
            onChange={(guidance) => onChange({ ...question, guidance })}
          />
        )}
        <MarkdownField
          {...{ at, name: 'explanation', value: question.explanation }}
          onChange={(explanation) => onChange({ ...question, explanation })}
        />
      </div>
      <Answers at={at} value={question} onChange={onChange} />
    </div>
  )
}

function Answers({ at, value: question, onChange }: Edits<QuestionInput> & { at: string }) {
  const name = 'quizEditor.answer'
  const lines = (part: string, items: string[], change: (lines: string[]) => void) => (
    <FieldList
      name={name}
      at={`${at}.${part}`}
      items={items}
      newItem={() => ''}
      kinds={{ answer: 'text!' }}
      of={(answer) => ({ answer })}
      to={({ answer }) => answer}
      onChange={change}
    />
  )
  switch (question.type) {
    case 'single':
    case 'multiple':
      return <Options at={at} value={question} onChange={onChange} />
    case 'number':
      return (
        <FieldList
          name={name}
          at={`${at}.numbers`}
          items={question.numbers}
          newItem={() => ({ value: '' })}
          kinds={{ value: 'text', tolerance: 'text', from: 'text', to: 'text' }}
          to={({ value, tolerance, from, to }) =>
            from !== null && to !== null
              ? { from, to }
              : { value: value ?? '', tolerance: tolerance ?? '0' }
          }
          onChange={(numbers) => onChange({ ...question, numbers })}
        />
      )
    case 'text':
      return lines('accepted', question.accepted, (accepted) => onChange({ ...question, accepted }))
    case 'order':
      return lines('items', question.items, (items) => onChange({ ...question, items }))
    case 'match':
      return (
        <div>
          <FieldList
            name="quizEditor.pair"
            at={`${at}.pairs`}
            items={question.pairs}
            newItem={() => ({ left: '', right: '' })}
            kinds={{ left: 'text!', right: 'text!' }}
            labels={{ right: 'match' }}
            onChange={(pairs) => onChange({ ...question, pairs })}
          />
          <p className="mt-3 text-sm text-muted">{t('quizEditor.others')}</p>
          {lines('others', question.others ?? [], (others) => onChange({ ...question, others }))}
        </div>
      )
    case 'essay':
      return null
  }
}

type ChoiceQuestion = Extract<QuestionInput, { type: 'single' | 'multiple' }>

function Options({ at, value: question, onChange }: Edits<ChoiceQuestion> & { at: string }) {
  const { options } = question
  const isSingle = question.type === 'single'
  const group = useId()
  const change = (next: typeof options) => onChange({ ...question, options: next })
  const mark = (chosen: number, right: boolean) =>
    change(
      options.map((one, index) => ({
        ...one,
        right: index === chosen ? right : !isSingle && one.right,
      })),
    )
  return (
    <div data-at={`${at}.options`}>
      <ListEditor
        name="quizEditor.answer"
        items={options}
        newItem={() => ({ text: '', right: false })}
        onChange={change}
      >
        {(option, set, index) => (
          <div className="flex flex-wrap items-end gap-x-3 gap-y-1">
            <label
              className={`flex min-h-10 items-center gap-2 rounded-lg border px-2 ${option.right ? 'border-good text-good' : 'border-transparent'}`}
            >
              <input
                type={isSingle ? 'radio' : 'checkbox'}
                name={group}
                className="size-5 accent-good"
                checked={option.right}
                aria-label={t('quizEditor.markRight', { number: index + 1 })}
                onChange={({ target }) => mark(index, target.checked)}
              />
              {t('field.right')}
            </label>
            <LiveFields
              at={`${at}.options.${index}`}
              className="min-w-40 flex-1"
              kinds={{ text: 'text!' }}
              labels={{ text: 'answer' }}
              of={option}
              onChange={({ text }) => set({ ...option, text })}
            />
          </div>
        )}
      </ListEditor>
    </div>
  )
}

import type { QuestionInput } from '@lyceum/sdk'
import { quizScoring } from '@lyceum/sdk/values'
import { t } from '../../texts/texts.ts'
import { SelectField } from '../../ui/forms/controls.tsx'
import { LiveFields } from '../../ui/forms/fields.tsx'
import { FieldList } from '../../ui/forms/list-editor.tsx'
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
          onChange={(title) => onChange({ ...question, title })}
        />
        <MarkdownField
          {...{ at, name: 'text', value: question.text }}
          onChange={(text) => onChange({ ...question, text: text || null })}
        />
        <LiveFields
          at={at}
          kinds={{
            questionType: questionTypes,
            points: 'number!',
            ...(type === 'multiple' && { scoring: quizScoring }),
            ...(type === 'text' && { caseSensitive: 'box' }),
            ...(type === 'essay' && { guidance: 'long' }),
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
        <MarkdownField
          {...{ at, name: 'explanation', value: question.explanation }}
          onChange={(explanation) => onChange({ ...question, explanation: explanation || null })}
        />
      </div>
      <Answers value={question} onChange={onChange} />
    </div>
  )
}

function Answers({ value: question, onChange }: Edits<QuestionInput>) {
  const name = 'quizEditor.answer'
  const lines = (items: string[], change: (lines: string[]) => void) => (
    <FieldList
      name={name}
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
      return <Options value={question} onChange={onChange} />
    case 'number':
      return (
        <FieldList
          name={name}
          items={question.numbers}
          newItem={() => ({ value: '0' })}
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
      return lines(question.accepted, (accepted) => onChange({ ...question, accepted }))
    case 'order':
      return lines(question.items, (items) => onChange({ ...question, items }))
    case 'match':
      return (
        <div>
          <FieldList
            name="quizEditor.pair"
            items={question.pairs}
            newItem={() => ({ left: '', right: '' })}
            kinds={{ left: 'text!', right: 'text!' }}
            labels={{ right: 'match' }}
            onChange={(pairs) => onChange({ ...question, pairs })}
          />
          <p className="mt-3 text-sm text-muted">{t('quizEditor.others')}</p>
          {lines(question.others ?? [], (others) => onChange({ ...question, others }))}
        </div>
      )
    case 'essay':
      return null
  }
}

type ChoiceQuestion = Extract<QuestionInput, { type: 'single' | 'multiple' }>

function Options({ value: question, onChange }: Edits<ChoiceQuestion>) {
  const { options } = question
  const isSingle = question.type === 'single'
  const change = (next: typeof options) => onChange({ ...question, options: next })
  return (
    <div className="flex flex-col gap-3">
      <FieldList
        name="quizEditor.answer"
        items={options}
        newItem={() => ({ text: '', right: false })}
        className="flex flex-col gap-2"
        kinds={isSingle ? { text: 'text!' } : { text: 'text!', right: 'box' }}
        labels={{ text: 'answer' }}
        onChange={change}
      />
      {isSingle && (
        <SelectField
          label={t('quizEditor.rightOne')}
          value={String(options.findIndex(({ right }) => right))}
          options={Object.fromEntries(options.map(({ text }, index) => [index, text]))}
          onChange={(chosen) =>
            change(options.map(({ text }, index) => ({ text, right: String(index) === chosen })))
          }
        />
      )}
    </div>
  )
}

import type { QuestionInput } from '@lyceum/sdk'
import { t } from '../../texts/texts.ts'
import { LiveFields } from '../../ui/fields.tsx'
import { SelectField } from '../../ui/form.tsx'
import { FieldList } from '../../ui/list-editor.tsx'

const kinds = { title: 'text!', text: 'long', points: 'number!', explanation: 'long' } as const
const kindsOf = {
  single: kinds,
  multiple: { ...kinds, scoring: ['all', 'partial'] },
  number: kinds,
  text: { ...kinds, caseSensitive: 'box' },
  order: kinds,
  match: kinds,
  essay: { ...kinds, guidance: 'long' },
} as const

interface QuestionFieldsProps<Q = QuestionInput> {
  question: Q
  onChange: (question: QuestionInput) => void
}

export function QuestionFields({ question, onChange }: QuestionFieldsProps) {
  return (
    <div className="grid gap-6 md:grid-cols-2">
      <LiveFields
        kinds={kindsOf[question.type]}
        of={{ points: 1, ...question }}
        onChange={(values) => onChange({ ...question, ...values })}
      />
      <Answers question={question} onChange={onChange} />
    </div>
  )
}

function Answers({ question, onChange }: QuestionFieldsProps) {
  const words = { label: t('quizEditor.answer'), add: t('quizEditor.addAnswer') }
  const lines = (items: string[], change: (lines: string[]) => void) => (
    <FieldList
      {...words}
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
      return <Options question={question} onChange={onChange} />
    case 'number':
      return (
        <FieldList
          {...words}
          items={question.numbers}
          newItem={() => ({ value: '0' })}
          kinds={{ value: 'text', tolerance: 'text', from: 'text', to: 'text' }}
          of={(number) => ({ ...number })}
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
            label={t('quizEditor.pair')}
            add={t('quizEditor.addPair')}
            items={question.pairs}
            newItem={() => ({ left: '', right: '' })}
            kinds={{ left: 'text!', match: 'text!' }}
            of={({ left, right }) => ({ left, match: right })}
            to={({ left, match }) => ({ left, right: match })}
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

function Options({
  question,
  onChange,
}: QuestionFieldsProps<Extract<QuestionInput, { type: 'single' | 'multiple' }>>) {
  const { options } = question
  const isSingle = question.type === 'single'
  const change = (next: typeof options) => onChange({ ...question, options: next })
  return (
    <div className="flex flex-col gap-3">
      <FieldList
        label={t('quizEditor.answer')}
        add={t('quizEditor.addAnswer')}
        items={options}
        newItem={() => ({ text: '', right: false })}
        className="flex flex-col gap-2"
        kinds={isSingle ? { answer: 'text!' } : { answer: 'text!', right: 'box' }}
        of={({ text, right }) => ({ answer: text, right })}
        to={({ answer, ...rest }, option) => ({
          text: answer,
          right: 'right' in rest ? rest.right === true : option.right,
        })}
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

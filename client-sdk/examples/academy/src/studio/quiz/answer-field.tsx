import type { Answer, AttemptQuestion } from '@lyceum/sdk'
import { Markdown } from '../../markdown/markdown.tsx'
import { inputClass, SelectField } from '../../ui/form.tsx'

interface AnswerFieldProps {
  question: AttemptQuestion
  answer: Answer | undefined
  onChange: (answer: Answer) => void
}

/** A question to try out. */
export function AnswerField({ question, answer, onChange }: AnswerFieldProps) {
  const name = `question ${question.position}`
  return (
    <fieldset>
      <legend className="mb-2 font-medium">
        <Markdown text={question.title} inline />
      </legend>
      {question.text !== null && <Markdown text={question.text} />}
      <Inputs name={name} question={question} answer={answer} onChange={onChange} />
    </fieldset>
  )
}

function Inputs({ name, question, answer, onChange }: AnswerFieldProps & { name: string }) {
  switch (question.type) {
    case 'single':
    case 'multiple': {
      const { type, options } = question
      const chosen = answer?.type === 'multiple' ? answer.choices : []
      return options.map((text, index) => (
        <label key={text} className="flex min-h-10 items-center gap-2">
          <input
            type={type === 'single' ? 'radio' : 'checkbox'}
            name={name}
            className="size-5"
            onChange={({ target }) => {
              if (type === 'single') return onChange({ type, choice: index })
              const others = chosen.filter((one) => one !== index)
              onChange({ type, choices: target.checked ? [...others, index] : others })
            }}
          />
          <Markdown text={text} inline />
        </label>
      ))
    }
    case 'order': {
      const { items } = question
      const order = answer?.type === 'order' ? answer.order : items.map((_item, index) => index)
      return (
        <div className="flex flex-col gap-2">
          {order.map((chosen, place) => (
            <Choice
              key={items[place]}
              label={`${place + 1}.`}
              options={items}
              chosen={chosen}
              onChange={(index) => {
                // The two change places: each item stands in one.
                const swapped = order.map((one) => (one === index ? chosen : one))
                onChange({ type: 'order', order: swapped.with(place, index) })
              }}
            />
          ))}
        </div>
      )
    }
    case 'match': {
      const { left, right } = question
      const pairs = answer?.type === 'match' ? answer.pairs : left.map(() => null)
      return (
        <div className="flex flex-col gap-2">
          {left.map((text, place) => (
            <Choice
              key={text}
              label={text}
              options={['', ...right]}
              chosen={(pairs[place] ?? -1) + 1}
              onChange={(index) => {
                const pair = index === 0 ? null : index - 1
                onChange({ type: 'match', pairs: pairs.with(place, pair) })
              }}
            />
          ))}
        </div>
      )
    }
    case 'number':
      return (
        <input
          aria-label={question.title}
          inputMode="decimal"
          className={inputClass}
          onChange={({ target }) => onChange({ type: 'number', number: target.value })}
        />
      )
    case 'text':
    case 'essay': {
      const { type } = question
      return (
        <textarea
          aria-label={question.title}
          rows={type === 'text' ? 1 : 4}
          className={inputClass}
          onChange={({ target }) => onChange({ type, text: target.value })}
        />
      )
    }
  }
}

interface ChoiceProps {
  label: string
  options: readonly string[]
  chosen: number
  onChange: (index: number) => void
}

function Choice({ label, options, chosen, onChange }: ChoiceProps) {
  return (
    <SelectField
      label={label}
      value={String(chosen)}
      options={Object.fromEntries(options.map((text, index) => [index, text]))}
      onChange={(value) => onChange(Number(value))}
    />
  )
}

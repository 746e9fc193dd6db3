import { useState } from 'react'
import { type TextKey, t } from '../../texts/texts.ts'
import { dayOf } from '../format.ts'
import { type FieldName, titleOf } from '../names.ts'
import { SelectField, TextField } from './controls.tsx'
import type { FormValues } from './form.tsx'

const firstDays = '7'
const firstDay = () => dayOf(new Date())

interface DayRuleFieldsProps {
  name: FieldName
  rule: string
}

/** When something opens or is due: `2027-03-01`, or days after what, as `7 days after enrollment`. */
export function DayRuleFields({ name, rule }: DayRuleFieldsProps) {
  const [, days, start] = /^(\d+) days? after (\w+)$/.exec(rule) ?? []
  const [kind, setKind] = useState(start ?? (rule && 'day'))
  const options = Object.fromEntries(
    ['', 'day', 'enrollment', 'cohort'].map((one) => [one, t(`rule.${one || 'none'}` as TextKey)]),
  )
  const parts = { label: t(kind === 'day' ? 'value.day' : 'rule.days'), isRequired: true }
  return (
    <div className="flex flex-col gap-2">
      <SelectField
        {...{ name, options }}
        label={titleOf(name)}
        defaultValue={kind}
        onChange={setKind}
      />
      {kind === 'day' && (
        <TextField
          {...parts}
          name={`${name}.on`}
          kind="date"
          defaultValue={start ? firstDay() : rule || firstDay()}
        />
      )}
      {(kind === 'enrollment' || kind === 'cohort') && (
        <TextField
          {...parts}
          name={`${name}.days`}
          kind="number"
          min={0}
          defaultValue={days ?? firstDays}
        />
      )}
    </div>
  )
}

/** The part of what was just chosen is not there yet: it will begin with the first value. */
export function readDayRule(values: FormValues, name: string): string | null {
  const { [name]: kind, [`${name}.on`]: day, [`${name}.days`]: days } = values
  if (kind === '') return null
  return kind === 'day'
    ? (day ?? firstDay()) || null
    : `${Number(days ?? firstDays)} days after ${kind}`
}

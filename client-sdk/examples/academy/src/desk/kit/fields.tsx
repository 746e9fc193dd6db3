import { findText, t } from '../../texts/texts.ts'
import { Checkbox, type FormValues, SelectField, TextField } from '../../ui/form.tsx'
import { useCourses } from './lists.ts'
import { type ColumnName, titleOf } from './names.ts'

interface FieldProps {
  /** As the API names it; the texts `column.…` and `hint.…` are its label and hint. */
  name: ColumnName
  value?: string | number | null
  required?: boolean
  kind?: 'number' | 'date'
  type?: 'email' | 'url' | 'password'
  rows?: number
  min?: number
  max?: number
  step?: 'any'
}

/** A field of the forms of the desk. */
export function Field({ name, value, required = false, ...rest }: FieldProps) {
  const hint = findText(`hint.${name}`)
  const defaultValue = String(value ?? '')
  const label = titleOf(name)
  return (
    <TextField
      {...{ name, label, defaultValue }}
      {...(hint && { hint })}
      isRequired={required}
      {...rest}
    />
  )
}

/** Why: for the records, or for the learner. */
export const Reason = () => <Field name="reason" rows={2} required />

interface CourseFieldProps {
  name?: string
  /** What the value is. */
  by?: 'id' | 'slug'
  /** The text of no course, where there need not be one. */
  none?: string
}

export function CourseField({ name = 'course', by = 'id', none }: CourseFieldProps) {
  const options = Object.fromEntries(useCourses().map((one) => [one[by], one.title]))
  const first = none ?? t('courses.choose')
  return (
    <SelectField
      name={name}
      label={titleOf('course')}
      isRequired={none === undefined}
      options={{ '': first, ...options }}
    />
  )
}

interface ChoicesProps {
  name: ColumnName
  options: readonly string[]
}

/** Any of some names of the API, as boxes. */
export function Choices({ name, options }: ChoicesProps) {
  return (
    <fieldset className="flex flex-col gap-2">
      <legend className="text-sm font-medium">{titleOf(name)}</legend>
      <p className="text-sm text-muted">{findText(`hint.${name}`)}</p>
      <div className="grid max-h-60 gap-2 overflow-y-auto p-1 sm:grid-cols-2">
        {options.map((one) => (
          <Checkbox key={one} name={one} label={one} />
        ))}
      </div>
    </fieldset>
  )
}

export function chosenOf<Option extends string>(options: readonly Option[], values: FormValues) {
  return options.filter((option) => option in values)
}

import { changeLanguage, language, languages, t } from '../texts/texts.ts'
import { showOwnName } from '../ui/format.ts'

interface ChoiceProps<Value> {
  label: string
  options: [value: Value, name: string][]
  chosen: Value
  choose: (value: Value) => void
}

export function Choice<Value extends string>({
  label,
  options,
  chosen,
  choose,
}: ChoiceProps<Value>) {
  return (
    <label className="flex items-center justify-between gap-3">
      {label}
      <select
        className="rounded border border-field bg-paper px-2 py-1.5"
        defaultValue={chosen}
        onChange={({ target }) => choose(target.value as Value)}
      >
        {options.map(([value, name]) => (
          <option key={value} value={value}>
            {name}
          </option>
        ))}
      </select>
    </label>
  )
}

export function LanguageChoice() {
  return (
    <Choice
      label={t('field.language')}
      options={languages.map((tag) => [tag, showOwnName(tag)])}
      chosen={language}
      choose={changeLanguage}
    />
  )
}

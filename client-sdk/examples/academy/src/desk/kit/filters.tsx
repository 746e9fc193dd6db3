import { useNavigate, useSearch } from '@tanstack/react-router'
import { type FormEvent, type ReactNode, useEffect, useRef } from 'react'
import { findText, t } from '../../texts/texts.ts'
import { Button } from '../../ui/button.tsx'
import { inputClass } from '../../ui/form.tsx'
import { SearchIcon } from '../../ui/icons.tsx'
import { timeZone } from './days.ts'
import { useCourses } from './lists.ts'
import { nameOf, titleOf } from './names.ts'

type Kind = 'text' | 'day' | 'flag' | 'course' | readonly (string | number)[]
type KindOf<Value> = [Value] extends [boolean]
  ? 'flag'
  : string extends Value
    ? 'text' | 'day' | 'course'
    : readonly Value[]

/** Filters by their names in the API: a text, a day, yes or no, a course, or one of some values. */
export type Filters<Input> = { [Name in keyof Input]?: KindOf<NonNullable<Input[Name]>> }

/** The filters of a list, as they are in the address, and the bar that changes them. */
export function useFilters<Input>(filters: Filters<Input>): {
  input: Partial<Input>
  bar: ReactNode
} {
  const kinds = Object.entries<Kind>({ ...(filters as Record<string, Kind>) })
  const search: Record<string, unknown> = useSearch({ strict: false })
  const navigate = useNavigate()
  const values = Object.fromEntries(
    kinds.map(([name, kind]) => [name, chosenIn(kind, search[name])] as const),
  )
  const set = (changes: Record<string, unknown>) => {
    const kept = Object.entries({ ...search, ...changes }).filter(([, value]) => value !== '')
    void navigate({
      to: '.',
      search: Object.fromEntries(kept) as Record<string, string>,
      replace: true,
    })
  }
  const zone = kinds.some(([, kind]) => kind === 'day') ? { timeZone } : {}
  const input = { ...values, ...zone } as Partial<Input>
  return { input, bar: kinds.length > 0 && <FilterBar {...{ kinds, values, set }} /> }
}

function chosenIn(kind: Kind, value: unknown): string | number | boolean | undefined {
  if (value === undefined) return undefined
  if (kind === 'flag') return String(value) === 'true'
  return typeof kind === 'string' ? String(value) : kind.find((one) => `${one}` === `${value}`)
}

interface FilterBarProps {
  kinds: [name: string, kind: Kind][]
  values: Record<string, string | number | boolean | undefined>
  set: (changes: Record<string, unknown>) => void
}

function FilterBar({ kinds, values, set }: FilterBarProps) {
  const isSet = Object.values(values).some((value) => value !== undefined)
  function search(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault()
    set(Object.fromEntries(new FormData(event.currentTarget)))
  }
  return (
    <search>
      <form className="mb-5 flex flex-wrap items-end gap-3" onSubmit={search}>
        {kinds.map(([name, kind]) => (
          <label
            key={name}
            htmlFor={name}
            className="flex min-w-32 flex-1 flex-col gap-1 text-sm sm:max-w-60"
          >
            {findText(`filter.${name}`) ?? titleOf(name)}
            <FilterField
              {...{ name, kind }}
              value={String(values[name] ?? '')}
              onChange={(value) => set({ [name]: value })}
            />
          </label>
        ))}
        {kinds.some(([, kind]) => kind === 'text' || kind === 'day') && (
          <Button type="submit" aria-label={t('filter.search')}>
            <SearchIcon />
          </Button>
        )}
        {isSet && (
          <Button
            look="quiet"
            onClick={() => set(Object.fromEntries(kinds.map(([name]) => [name, ''])))}
          >
            {t('filter.clear')}
          </Button>
        )}
      </form>
    </search>
  )
}

interface FilterFieldProps {
  name: string
  kind: Kind
  value: string
  onChange: (value: string) => void
}

function FilterField({ name, kind, value, onChange }: FilterFieldProps) {
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (input.current !== null) input.current.value = value
  }, [value])
  if (kind === 'course') return <CourseOptions {...{ name, value, onChange }} />
  if (kind === 'text' || kind === 'day') {
    const type = kind === 'day' ? 'date' : 'search'
    return (
      <input
        ref={input}
        id={name}
        {...{ name, type }}
        defaultValue={value}
        className={inputClass}
      />
    )
  }
  const options = (kind === 'flag' ? ['true', 'false'] : kind).map(String)
  return (
    <Options {...{ name, value, onChange }} options={options.map((one) => [one, nameOf(one)])} />
  )
}

function CourseOptions(props: Omit<FilterFieldProps, 'kind'>) {
  return <Options {...props} options={useCourses().map(({ id, title }) => [id, title])} />
}

interface OptionsProps extends Omit<FilterFieldProps, 'kind'> {
  options: (readonly [value: string, text: string])[]
}

function Options({ value, onChange, options, name }: OptionsProps) {
  const isKnown = value === '' || options.some(([one]) => one === value)
  const all = [['', t('filter.any')], ...(isKnown ? [] : [[value, value]]), ...options]
  return (
    <select
      id={name}
      {...{ name, value }}
      className={inputClass}
      onChange={(event) => onChange(event.target.value)}
    >
      {all.map(([one = '', text]) => (
        <option key={one} value={one}>
          {text}
        </option>
      ))}
    </select>
  )
}

import { useNavigate, useSearch } from '@tanstack/react-router'
import { type FormEvent, type ReactNode, useEffect, useRef } from 'react'
import { findText, t } from '../texts/texts.ts'
import { Button } from './button.tsx'
import { timeZone } from './days.ts'
import { useCourses } from './fields.tsx'
import { inputClass } from './form.tsx'
import { SearchIcon } from './icons.tsx'
import { nameOf, titleOf } from './names.ts'

type Kind = 'text' | 'day' | 'flag' | 'course' | readonly (string | number)[]
type KindOf<Value> = [Value] extends [boolean]
  ? 'flag'
  : string extends Value
    ? 'text' | 'day' | 'course'
    : 'text' | readonly Value[]

/** Filters by their names in the API: a text, a day, yes or no, a course, or one of some values. */
export type Filters<Input> = { [Name in keyof Input]?: KindOf<NonNullable<Input[Name]>> }

/**
 * The filters of a list, as they are in the address, and the bar that changes them. One with a value
 * in `fixed` always has one: that, until another is chosen.
 */
export function useFilters<Input>(
  filters: Filters<Input>,
  fixed: Partial<Input> = {},
): { input: Partial<Input>; bar: ReactNode } {
  const kinds = Object.entries<Kind>({ ...(filters as Record<string, Kind>) })
  const search: Record<string, unknown> = useSearch({ strict: false })
  const navigate = useNavigate()
  const chosen = kinds.map(([name, kind]) => [name, chosenIn(kind, search[name])] as const)
  const values = Object.fromEntries(chosen.filter(([, value]) => value !== undefined))
  const set = (changes: Record<string, unknown>) => {
    const kept = Object.entries({ ...search, ...changes }).filter(
      ([name, value]) => value !== '' && value !== fixed[name as keyof Input],
    )
    const next = Object.fromEntries(kept) as Record<string, string>
    void navigate({ to: '.', search: next, replace: true })
  }
  const zone = kinds.some(([, kind]) => kind === 'day') ? { timeZone } : {}
  const input = { ...fixed, ...values, ...zone } as Partial<Input>
  return { input, bar: kinds.length > 0 && <FilterBar {...{ kinds, values, fixed, set }} /> }
}

function chosenIn(kind: Kind, value: unknown): string | number | boolean | undefined {
  if (value === undefined) return undefined
  if (kind === 'flag') return String(value) === 'true'
  return typeof kind === 'string' ? String(value) : kind.find((one) => `${one}` === `${value}`)
}

interface FilterBarProps {
  kinds: [name: string, kind: Kind][]
  values: Record<string, unknown>
  fixed: Record<string, unknown>
  set: (changes: Record<string, unknown>) => void
}

function FilterBar({ kinds, values, fixed, set }: FilterBarProps) {
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
              value={String(values[name] ?? fixed[name] ?? '')}
              none={name in fixed ? [] : [['', t('filter.any')]]}
              onChange={(value) => set({ [name]: value })}
            />
          </label>
        ))}
        {kinds.some(([, kind]) => kind === 'text' || kind === 'day') && (
          <Button type="submit" aria-label={t('filter.search')}>
            <SearchIcon />
          </Button>
        )}
        {Object.keys(values).length > 0 && (
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

type Option = readonly [value: string, text: string]

interface FilterFieldProps {
  name: string
  kind: Kind
  value: string
  /** Stands for no filter, if there may be none. */
  none: readonly Option[]
  onChange: (value: string) => void
}

function FilterField(props: FilterFieldProps) {
  const { name, kind, value } = props
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (input.current !== null) input.current.value = value
  }, [value])
  if (kind === 'course') return <CourseFilter {...props} />
  if (kind === 'text' || kind === 'day') {
    const shape = { id: name, name, type: kind === 'day' ? 'date' : 'search' }
    return <input ref={input} {...shape} defaultValue={value} className={inputClass} />
  }
  const values = (kind === 'flag' ? ['true', 'false'] : kind).map(String)
  return <Options {...props} options={values.map((one) => [one, nameOf(one, name)])} />
}

function CourseFilter(props: FilterFieldProps) {
  const { value } = props
  const options = useCourses().map(({ id, title }) => [id, title] as const)
  // One that is not published is known by its id only.
  const isKnown = value === '' || options.some(([id]) => id === value)
  return <Options {...props} options={isKnown ? options : [[value, value], ...options]} />
}

function Options(props: FilterFieldProps & { options: readonly Option[] }) {
  const { name, value, none, options, onChange } = props
  return (
    <select
      id={name}
      {...{ name, value }}
      className={inputClass}
      onChange={({ target }) => onChange(target.value)}
    >
      {[...none, ...options].map(([one, text]) => (
        <option key={one} value={one}>
          {text}
        </option>
      ))}
    </select>
  )
}

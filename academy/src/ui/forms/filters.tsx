import { useNavigate, useSearch } from '@tanstack/react-router'
import { type FormEvent, type ReactNode, useEffect, useRef } from 'react'
import { findText, t } from '../../texts/texts.ts'
import { inputClass } from '../bits.tsx'
import { Button } from '../button.tsx'
import { SearchIcon } from '../icons.tsx'
import { nameOf, titleOf } from '../names.ts'
import type { OwnField } from './own-field.ts'

/** Values with their names. */
type Named = Readonly<Record<string, string>>
type Kind = 'text' | 'day' | 'flag' | OwnField | readonly (string | number)[] | Named
type KindOf<Value> = [Value] extends [boolean]
  ? 'flag'
  : string extends Value
    ? 'text' | 'day' | OwnField | readonly string[] | Named
    : 'text' | readonly Value[]

/** Filters by their names in the API: a text, a day, yes or no, a field, or one of some values. */
export type Filters<Input> = { [Name in keyof Input]?: KindOf<NonNullable<Input[Name]>> }

/**
 * The filters of a list, as they are in the address, and the bar that changes them. One with a value
 * in `fixed` always has one: that, until another is chosen.
 */
export function useFilters<Input>(
  filters: Filters<Input>,
  fixed: Partial<Input> = {},
): {
  input: Partial<Input>
  values: Record<string, unknown>
  set: (changes: Record<string, unknown>) => void
  bar: ReactNode
} {
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
  const input = { ...fixed, ...values } as Partial<Input>
  const bar = kinds.length > 0 && <FilterBar {...{ kinds, values, fixed, set }} />
  return { input, values, set, bar }
}

function chosenIn(kind: Kind, value: unknown): string | number | boolean | undefined {
  if (value === undefined) return undefined
  if (kind === 'flag') return String(value) === 'true'
  return isList(kind) ? kind.find((one) => `${one}` === `${value}`) : String(value)
}

const isList = (kind: Kind): kind is readonly (string | number)[] => Array.isArray(kind)

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
        {kinds.map(([name, kind]) => {
          const label = findText(`filter.${name}`) ?? titleOf(name)
          const value = String(values[name] ?? fixed[name] ?? '')
          const shared = { name, value }
          const choose = (value: string) => set({ [name]: value })
          const Own = typeof kind === 'function' && kind
          const isWide = Own || kind === 'text'
          const className = `flex min-w-32 flex-1 flex-col gap-1 text-sm ${isWide ? 'sm:min-w-56 sm:max-w-80' : 'sm:max-w-60'}`
          return Own ? (
            <div key={name} className={className}>
              <Own {...shared} label={label} onChoose={choose} />
            </div>
          ) : (
            <label key={name} htmlFor={name} className={className}>
              {label}
              <FilterField
                {...shared}
                kind={kind as Exclude<Kind, OwnField>}
                isOptional={!(name in fixed)}
                onChange={choose}
              />
            </label>
          )
        })}
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

interface FilterFieldProps {
  name: string
  kind: Exclude<Kind, OwnField>
  value: string
  /** Whether there may be no filter. */
  isOptional: boolean
  onChange: (value: string) => void
}

function FilterField({ name, kind, value, isOptional, onChange }: FilterFieldProps) {
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (input.current !== null) input.current.value = value
  }, [value])
  const shared = { id: name, name, className: inputClass }
  if (kind === 'text' || kind === 'day') {
    const type = kind === 'day' ? 'date' : 'search'
    return <input ref={input} {...shared} type={type} defaultValue={value} />
  }
  const values = kind === 'flag' ? ['true', 'false'] : kind
  const named = isList(values)
    ? values.map((one) => [String(one), nameOf(String(one), name)] as const)
    : Object.entries(values)
  const any = findText(`filter.${name}.any`) ?? t('filter.any')
  const options = new Map([...(isOptional ? [['', any] as const] : []), ...named])
  if (!options.has(value)) options.set(value, value)
  return (
    <select {...shared} value={value} onChange={({ target }) => onChange(target.value)}>
      {[...options].map(([one, text]) => (
        <option key={one} value={one}>
          {text}
        </option>
      ))}
    </select>
  )
}

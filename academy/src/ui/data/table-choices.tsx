import { type FormEvent, useState } from 'react'
import { storage } from '../../base/storage.ts'
import { t } from '../../texts/texts.ts'
import { inputClass } from '../bits.tsx'
import { Button, IconButton } from '../button.tsx'
import { Checkbox } from '../checkbox.tsx'
import { DialogButton } from '../forms/dialog.tsx'
import { TrashIcon } from '../icons.tsx'
import { titleOf } from '../names.ts'

type Values = Record<string, unknown>

interface Kept {
  hidden: string[]
  filters: { name: string; values: Values }[]
}

/** What somebody chose for a table: its columns and saved filters, kept on this device. */
export function useTableChoices(table: string) {
  const place = `academy.table.${table}`
  const [kept, setKept] = useState(() => readKept(place))
  const change = (changes: Partial<Kept>) => {
    const next = { ...kept, ...changes }
    setKept(next)
    storage.set(place, JSON.stringify(next))
  }
  return { ...kept, change }
}

function readKept(place: string): Kept {
  try {
    const kept = JSON.parse(storage.get(place) ?? '{}') as Partial<Kept>
    return { hidden: kept.hidden ?? [], filters: kept.filters ?? [] }
  } catch {
    return { hidden: [], filters: [] }
  }
}

interface TableChoicesProps {
  columns: readonly string[]
  choices: ReturnType<typeof useTableChoices>
  /** The filters that are set, if the list has any. */
  values: Values | undefined
  set: (values: Values) => void
}

export function TableChoices({ columns, choices, values, set }: TableChoicesProps) {
  const { hidden, filters, change } = choices
  // The first column names the row.
  const optional = columns.slice(1)
  function save(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault()
    const name = String(new FormData(event.currentTarget).get('name')).trim()
    if (name === '' || values === undefined) return
    change({ filters: [...filters.filter((one) => one.name !== name), { name, values }] })
    event.currentTarget.reset()
  }
  return (
    <>
      {filters.map(({ name, values }) => (
        <Button key={name} look="quiet" onClick={() => set(values)}>
          <bdi>{name}</bdi>
        </Button>
      ))}
      <DialogButton label={t('table.choices')} look="quiet">
        {() => (
          <div className="flex flex-col gap-6">
            <fieldset
              className="flex flex-col gap-2"
              onChange={({ target }) => {
                const { name, checked } = target as unknown as HTMLInputElement
                change({ hidden: hidden.filter((one) => one !== name).concat(checked ? [] : name) })
              }}
            >
              <legend className="mb-2 font-medium">{t('table.columns')}</legend>
              {optional.map((name) => (
                <Checkbox
                  key={name}
                  name={name}
                  label={titleOf(name)}
                  defaultSelected={!hidden.includes(name)}
                />
              ))}
            </fieldset>
            {values !== undefined && (
              <section>
                <h3 className="mb-2 font-medium">{t('table.filters')}</h3>
                <ul>
                  {filters.map(({ name }) => (
                    <li key={name} className="flex items-center justify-between">
                      <bdi>{name}</bdi>
                      <IconButton
                        label={t('table.forget', { name })}
                        onClick={() =>
                          change({ filters: filters.filter((one) => one.name !== name) })
                        }
                      >
                        <TrashIcon />
                      </IconButton>
                    </li>
                  ))}
                </ul>
                <form className="flex items-end gap-2" onSubmit={save}>
                  <label className="flex flex-1 flex-col gap-1 text-sm">
                    {t('table.filterName')}
                    <input name="name" maxLength={40} className={inputClass} />
                  </label>
                  <Button type="submit">{t('save')}</Button>
                </form>
                <p className="mt-2 text-sm text-muted">{t('table.onDevice')}</p>
              </section>
            )}
          </div>
        )}
      </DialogButton>
    </>
  )
}

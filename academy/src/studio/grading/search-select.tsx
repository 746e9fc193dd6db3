import { useNavigate, useSearch } from '@tanstack/react-router'
import type { TextKey } from '../../texts/texts.ts'
import { t } from '../../texts/texts.ts'
import { SelectField } from '../../ui/forms/controls.tsx'

interface SearchSelectProps {
  name: 'courseId' | 'lessonKey' | 'cohortId'
  options: Readonly<Record<string, string>>
}

/** A filter whose values are known only here; the address holds the chosen one. */
export function SearchSelect({ name, options }: SearchSelectProps) {
  const search: Record<string, unknown> = useSearch({ strict: false })
  const navigate = useNavigate()
  const value = search[name] === undefined ? '' : String(search[name])
  function choose(chosen: string): void {
    const { [name]: _, ...others } = search
    const next = chosen === '' ? others : { ...others, [name]: chosen }
    void navigate({ to: '.', search: next, replace: true } as object)
  }
  return (
    <div className="min-w-32 flex-1 sm:max-w-60">
      <SelectField
        label={t(`filter.${name}` satisfies TextKey)}
        // One that nothing waits in any more is still chosen.
        options={{ '': t('filter.any'), ...(value && { [value]: value }), ...options }}
        value={value}
        onChange={choose}
      />
    </div>
  )
}

/** What the address narrows the queue to. */
export function useQueueFilters(): { courseId?: string; lessonKey?: string; cohortId?: string } {
  const { courseId, lessonKey, cohortId }: Record<string, unknown> = useSearch({ strict: false })
  const chosen = Object.entries({ courseId, lessonKey, cohortId })
  return Object.fromEntries(
    chosen.flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]])),
  )
}

import type { ReactNode } from 'react'
import { Button } from './button.tsx'
import { SearchIcon } from './icons.tsx'

interface SearchFormProps {
  label: string
  /** What is searched for now. */
  q: string | undefined
  onSearch: (words: string) => void
  className?: string
  children?: ReactNode
}

export function SearchForm({ label, q, onSearch, className = '', children }: SearchFormProps) {
  return (
    <search>
      <form
        className={`mb-6 flex flex-wrap items-center gap-2 ${className}`}
        onSubmit={(event) => {
          event.preventDefault()
          onSearch(String(new FormData(event.currentTarget).get('q')).trim())
        }}
      >
        <div className="flex min-w-48 flex-1 gap-2">
          <input
            key={q}
            type="search"
            name="q"
            aria-label={label}
            placeholder={label}
            defaultValue={q}
            className="min-h-10 w-full rounded-lg border border-field bg-paper px-3"
          />
          <Button type="submit" aria-label={label}>
            <SearchIcon />
          </Button>
        </div>
        {children}
      </form>
    </search>
  )
}

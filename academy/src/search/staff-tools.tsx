import { lazy, type ReactNode, Suspense, useEffect, useState } from 'react'
import { loadTexts, t } from '../texts/texts.ts'
import { FieldsOfZone } from '../ui/forms/own-field.ts'
import { SearchIcon } from '../ui/icons.tsx'
import { picksByName } from '../ui/picks/picks.tsx'
import { SearchField } from './search-field.tsx'

const SearchDialog = lazy(async () => {
  // It names pages of both.
  const [{ SearchDialog }] = await Promise.all([
    import('./search-dialog.tsx'),
    loadTexts('desk', 'studio'),
  ])
  return { default: SearchDialog }
})

/** Gives the pages of staff their search, also by Ctrl+K, and fields that let choose. */
export function StaffTools({ children }: { children: ReactNode }) {
  const [isOpen, setOpen] = useState(false)
  const [typed, setTyped] = useState('')
  const close = () => {
    setOpen(false)
    setTyped('')
  }
  useEffect(() => {
    const end = new AbortController()
    const open = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey)) return
      event.preventDefault()
      setOpen(true)
    }
    addEventListener('keydown', open, { signal: end.signal })
    return () => end.abort()
  }, [])
  return (
    <FieldsOfZone value={picksByName}>
      <div className="mx-auto flex w-full max-w-7xl px-4 pt-3 sm:px-6">
        <button
          type="button"
          className="flex min-h-10 w-full cursor-pointer items-center gap-2 rounded-lg border border-field bg-paper px-3 text-start text-muted hover:bg-panel sm:max-w-md"
          onClick={() => setOpen(true)}
        >
          <SearchIcon />
          <span className="min-w-0 flex-1 truncate">{t('search.open')}</span>
          <kbd className="hidden text-sm sm:block">{t('search.keys')}</kbd>
        </button>
      </div>
      {isOpen && (
        // Takes what is typed while the search is loaded.
        <Suspense
          fallback={
            <search className="fixed inset-x-4 top-4 z-20 mx-auto max-w-md bg-paper">
              <SearchField value={typed} onChange={({ target }) => setTyped(target.value)} />
            </search>
          }
        >
          <SearchDialog typed={typed} setTyped={setTyped} close={close} />
        </Suspense>
      )}
      {children}
    </FieldsOfZone>
  )
}

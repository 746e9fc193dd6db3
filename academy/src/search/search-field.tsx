import type { ComponentProps } from 'react'
import { t } from '../texts/texts.ts'
import { inputClass } from '../ui/bits.tsx'

/** The field of the search, which takes the focus, and what was typed before it came. */
export function SearchField(props: ComponentProps<'input'>) {
  return (
    <input
      type="search"
      aria-label={t('search.open')}
      placeholder={t('search.open')}
      className={inputClass}
      dir="auto"
      ref={focus}
      {...props}
    />
  )
}

function focus(input: HTMLInputElement | null): void {
  input?.focus()
  input?.setSelectionRange(input.value.length, input.value.length)
}

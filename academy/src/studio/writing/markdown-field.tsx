import { Suspense, use, useState } from 'react'
import { findText } from '../../texts/texts.ts'
import { errorClass } from '../../ui/forms/controls.tsx'
import { SavedBy } from '../../ui/forms/fields.tsx'
import { useInSight } from '../../ui/in-sight.ts'
import { type FieldName, titleOf } from '../../ui/names.ts'
import { MarkdownEditor, useWriting } from './use-writing.tsx'

interface MarkdownFieldProps {
  name: FieldName
  /** The path of what it belongs to, to find the server's refusal. */
  at: string
  value: string | null | undefined
  /** Whether it is one line. */
  isLine?: boolean
  /** Nothing is null. */
  onChange: (value: string | null) => void
}

/** A field of Markdown: an editor as soon as it is in sight, until then its text. */
export function MarkdownField({ name, at, value, isLine = false, onChange }: MarkdownFieldProps) {
  const editor = useWriting()
  const { refused } = use(SavedBy)
  const { place, isInSight } = useInSight('200px')
  const stored = value ?? ''
  const [typed, setTyped] = useState(stored)
  const sentOf = (text: string) => (isLine ? text.trim() : text)
  // A blank at the end stays while somebody goes on writing.
  const text = sentOf(typed) === stored ? typed : stored
  const shown = <p className="min-h-20 whitespace-pre-wrap">{text}</p>
  const hint = findText(`field.${name}.hint`)
  return (
    <div ref={place} className="flex flex-col gap-1">
      <span className="text-sm font-medium">{titleOf(name)}</span>
      {isInSight ? (
        <Suspense fallback={shown}>
          <MarkdownEditor
            {...editor}
            label={titleOf(name)}
            size={isLine ? 'line' : 'small'}
            value={text}
            onChange={(now) => {
              setTyped(now)
              onChange(now.trim() === '' ? null : sentOf(now))
            }}
          />
        </Suspense>
      ) : (
        shown
      )}
      {hint !== undefined && <span className="text-sm text-muted">{hint}</span>}
      <span className={`${errorClass} empty:hidden`}>{refused[`${at}.${name}`]}</span>
    </div>
  )
}

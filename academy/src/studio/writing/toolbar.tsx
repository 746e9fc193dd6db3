import { Fragment, type ReactNode } from 'react'
import { Toolbar } from 'react-aria-components'
import { t } from '../../texts/texts.ts'

export interface Tool {
  name: string
  label: string
  /** Written behind the name in its tooltip. */
  keys?: string
  look: ReactNode
  isOn?: boolean | undefined
  run: () => void
}

interface WritingToolbarProps {
  label: string
  groups: readonly (readonly Tool[])[]
  isSource: boolean
  isDisabled: boolean
  onSource: (isSource: boolean) => void
}

const buttonClass =
  'inline-grid min-h-10 min-w-9 shrink-0 place-items-center rounded-lg px-1 sm:min-w-10 text-ink hover:bg-panel disabled:opacity-50 aria-pressed:bg-tint aria-pressed:text-brand'

/** One stop of Tab; the arrows go from button to button. */
export function WritingToolbar(props: WritingToolbarProps) {
  const { label, groups, isSource, isDisabled, onSource } = props
  return (
    <Toolbar
      aria-label={label}
      className="sticky top-14 z-10 flex flex-wrap items-center rounded-t-lg border-b border-line bg-paper p-0.5 sm:p-1"
    >
      {groups.map((tools, at) => (
        <Fragment key={tools[0]?.name}>
          {at > 0 && (
            <span aria-hidden="true" className="mx-1 hidden h-6 border-s border-line sm:block" />
          )}
          {tools.map(({ name, label, keys, look, isOn, run }) => (
            <button
              key={name}
              type="button"
              aria-label={label}
              title={keys === undefined ? label : `${label} (${keys})`}
              aria-pressed={isOn}
              disabled={isDisabled}
              className={buttonClass}
              // The text keeps the focus, and a phone its keyboard.
              onMouseDown={(event) => event.preventDefault()}
              onClick={run}
            >
              {look}
            </button>
          ))}
        </Fragment>
      ))}
      <button
        type="button"
        aria-pressed={isSource}
        title={t('write.source.hint')}
        className={`${buttonClass} ms-auto text-sm`}
        onClick={() => onSource(!isSource)}
      >
        {t('write.source')}
      </button>
    </Toolbar>
  )
}

const icon = (path: string) => (
  <svg
    aria-hidden="true"
    viewBox="0 0 24 24"
    className="size-5 fill-none stroke-current stroke-2 [stroke-linecap:round] [stroke-linejoin:round]"
  >
    <path d={path} />
  </svg>
)

export const toolLooks = {
  bold: icon('M7 5h6a3.5 3.5 0 010 7H7zM7 12h7a3.5 3.5 0 010 7H7z'),
  italic: icon('M10 5h7M7 19h7M14 5l-4 14'),
  strike: icon('M5 12h14M16 7a4 3 0 00-4-2c-4 0-5 4-1 5.5M8 17a4 3 0 004 2c4 0 5-4 1-5.5'),
  code: icon('M8 7l-5 5 5 5M16 7l5 5-5 5'),
  formula: icon('M18 8V5H6l6 7-6 7h12v-3'),
  heading2: icon('M4 5v14M12 5v14M4 12h8M17 10l3-2v11'),
  heading3: icon('M4 7v12M11 7v12M4 13h7M16 12a2 2 0 114 1c0 2-4 3-4 6h4'),
  bullets: icon('M9 6h12M9 12h12M9 18h12M4 6h.01M4 12h.01M4 18h.01'),
  numbers: icon('M10 6h11M10 12h11M10 18h11M4 4v4M3.5 11.5a1.5 1.5 0 012.5 1L3.5 16H6'),
  tasks: icon('M11 6h10M11 12h10M11 18h10M3 6l1.5 1.5L7 5M3 12l1.5 1.5L7 11M3 18l1.5 1.5L7 17'),
  quote: icon('M5 5v14M9 8h11M9 12h11M9 16h7'),
  callout: icon('M12 8v5M12 16h.01M4 4h16v16H4z'),
  codeBlock: icon('M4 4h16v16H4zM10 9l-3 3 3 3M14 9l3 3-3 3'),
  table: icon('M4 5h16v14H4zM4 10h16M4 15h16M12 5v14'),
  link: icon('M10 14a4 4 0 006 0l3-3a4 4 0 00-6-6l-1 1M14 10a4 4 0 00-6 0l-3 3a4 4 0 006 6l1-1'),
  file: icon('M4 5h16v14H4zM4 16l5-5 4 4 3-3 4 4M15 9h.01'),
  formulaBlock: null,
  rule: null,
} as const

import { Fragment } from 'react'
import { Toolbar } from 'react-aria-components'
import { t } from '../../texts/texts.ts'
import { pathIcon } from '../../ui/icons.tsx'
import { type EditorSize, groups, type Tool, type ToolName, tools } from './tools.ts'

interface WritingToolbarProps {
  label: string
  size: EditorSize
  without: ToolName | undefined
  /** The tools that are in use where somebody writes. */
  on: readonly string[]
  onTool: (name: ToolName) => void
  isSource: boolean
  isDisabled: boolean
  onSource: (isSource: boolean) => void
}

const buttonClass =
  'inline-grid min-h-10 min-w-9 shrink-0 place-items-center rounded-lg px-1 sm:min-w-10 text-ink hover:bg-panel disabled:opacity-50 aria-pressed:bg-tint aria-pressed:text-brand'
const isApple = /Mac|iP(?:hone|ad)/.test(navigator.platform)
const icons = new Map(
  Object.entries<Tool>(tools).flatMap(([name, { icon }]) => (icon ? [[name, pathIcon(icon)]] : [])),
)

/** One stop of Tab; the arrows go from button to button. */
export function WritingToolbar(props: WritingToolbarProps) {
  const { label, size, without, on, onTool, isSource, isDisabled, onSource } = props
  const isHere = (name: ToolName) => {
    const tool: Tool = tools[name]
    return tool.icon && name !== without && (size === 'full' || tool.in?.includes(size))
  }
  return (
    <Toolbar
      aria-label={t('write.toolbar', { name: label })}
      className="sticky top-14 z-10 flex flex-wrap items-center rounded-t-lg border-b border-line bg-paper p-0.5 sm:p-1"
    >
      {groups.map((names, at) => (
        <Fragment key={names[0]}>
          {at > 0 && names.some(isHere) && (
            <span aria-hidden="true" className="mx-1 hidden h-6 border-s border-line sm:block" />
          )}
          {names.filter(isHere).map((name) => {
            const { key = '', isOn }: Tool = tools[name]
            const keys = key.toUpperCase().replace('MOD-', isApple ? '⌘' : t('write.ctrl'))
            const Icon = icons.get(name)
            return (
              <button
                key={name}
                type="button"
                aria-label={t(`write.${name}`)}
                title={t(`write.${name}`) + (keys && ` (${keys})`)}
                aria-pressed={isOn && on.includes(name)}
                disabled={isDisabled}
                className={buttonClass}
                // The text keeps the focus, and a phone its keyboard.
                onMouseDown={(event) => event.preventDefault()}
                onClick={() => onTool(name)}
              >
                {Icon && <Icon />}
              </button>
            )
          })}
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

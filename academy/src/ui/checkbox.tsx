import type { ReactNode } from 'react'

interface CheckboxProps {
  label: ReactNode
  name?: string
  /** What the form sends where it is ticked. Default: on. */
  value?: string
  isRequired?: boolean
  defaultSelected?: boolean
  onChange?: ((isSelected: boolean) => void) | undefined
}

/** A native checkbox, so that forms around it see its changes. */
export function Checkbox(props: CheckboxProps) {
  const { label, name, value, isRequired, defaultSelected, onChange } = props
  return (
    <label className="flex items-start gap-2">
      <input
        type="checkbox"
        name={name}
        className="mt-0.5 size-5 shrink-0 accent-brand"
        value={value}
        required={isRequired}
        defaultChecked={defaultSelected}
        onChange={({ target }) => onChange?.(target.checked)}
      />
      <span>{label}</span>
    </label>
  )
}

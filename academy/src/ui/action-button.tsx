import type { AdminPermission } from '@lyceum/sdk'
import { useMutation } from '@tanstack/react-query'
import { useMay } from '../session/permissions.ts'
import { findText, type TextKey, t } from '../texts/texts.ts'
import { Button, type ButtonLook } from './button.tsx'

export interface ActionProps {
  /**
   * The key of its name. Beside it there may be `….title` of its dialog, `….ask`, what is asked
   * before, `….hint`, what a form begins with, and `….done`, what is said afterwards.
   */
  name: TextKey
  look?: ButtonLook
  /** Whoever may not do this does not see the button. */
  needs?: AdminPermission
}

export function textsOf(name: TextKey) {
  const find = (one: string) => findText(`${name}.${one}`)
  const label = String(findText(name))
  const [title, done] = [find('title') ?? label, find('done') ?? t('done')]
  return { label, title, done, ask: find('ask'), hint: find('hint') }
}

/** Changes something; all that is shown is read again afterwards. */
export type Action = () => Promise<unknown>

interface ActionButtonProps extends ActionProps {
  run: Action
  /** Where what it does shows by itself that it is done. */
  isSilent?: boolean
}

/** A button that does something at once, and waits for it. Errors are shown as toasts. */
export function ActionButton({ name, look, needs, run, isSilent = false }: ActionButtonProps) {
  const { label, done } = textsOf(name)
  const meta = isSilent ? {} : { done }
  const { mutate, isPending } = useMutation({ mutationFn: run, meta })
  if (!useMay()(needs)) return null
  return (
    <Button look={look} isPending={isPending} onClick={() => mutate()}>
      {label}
    </Button>
  )
}

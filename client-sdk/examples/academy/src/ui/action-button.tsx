import { useMutation } from '@tanstack/react-query'
import type { ComponentProps } from 'react'
import { Button } from './button.tsx'

interface ActionButtonProps extends ComponentProps<typeof Button> {
  /** Changes something; all that is shown is read again afterwards. */
  action: () => Promise<unknown>
  /** Said once it is done. */
  done?: string
}

/** A button that does something at once, and waits for it. Errors are shown as toasts. */
export function ActionButton({ action, done, ...rest }: ActionButtonProps) {
  const { mutate, isPending } = useMutation({
    mutationFn: action,
    meta: done === undefined ? {} : { done },
  })
  return <Button isPending={isPending} onClick={() => mutate()} {...rest} />
}

import { useRouter } from '@tanstack/react-router'
import { type ReactNode, useEffect, useRef } from 'react'
import { type ButtonLook, buttonClass } from './button.tsx'

interface PopoverProps {
  id: string
  /** The button's content; `label` names it where that is an icon. */
  button: ReactNode
  label?: string
  look?: ButtonLook
  className: string
  children: ReactNode
}

/** The browser's own popover; Escape, a click outside or leaving the page closes it. */
export function Popover({ id, button, label, look, className, children }: PopoverProps) {
  const popover = useRef<HTMLDivElement>(null)
  const router = useRouter()
  useEffect(
    () => router.subscribe('onBeforeNavigate', () => popover.current?.hidePopover()),
    [router],
  )
  return (
    <>
      <button
        type="button"
        popoverTarget={id}
        aria-label={label}
        className={buttonClass(look, label && 'px-2!')}
      >
        {button}
      </button>
      <div
        ref={popover}
        id={id}
        popover="auto"
        className={`inset-auto m-0 overflow-y-auto border border-line bg-paper text-ink ${className}`}
      >
        {children}
      </div>
    </>
  )
}

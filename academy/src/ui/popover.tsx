import { useRouter } from '@tanstack/react-router'
import { type ReactNode, useEffect, useRef } from 'react'
import { type ButtonLook, buttonClass } from './button.tsx'

interface PopoverProps {
  id: string
  /** What the button shows; `label` says it where that is a picture. */
  button: ReactNode
  label?: string
  look?: ButtonLook
  className: string
  children: ReactNode
}

/** The browser's own: it closes by Escape and by a click beside it, and here with the page. */
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

import { useMutation } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { Dialog as AriaDialog, Heading, Modal, ModalOverlay } from 'react-aria-components'
import { t } from '../texts/texts.ts'
import { Button, type ButtonLook, IconButton } from './button.tsx'
import { CloseIcon } from './icons.tsx'

interface DialogProps {
  title: string
  isOpen: boolean
  onClose: () => void
  children: ReactNode
  /** For tables and editors. */
  wide?: boolean
}

export function Dialog({ title, isOpen, onClose, wide = false, children }: DialogProps) {
  return (
    <ModalOverlay
      isOpen={isOpen}
      isDismissable
      onOpenChange={(open) => !open && onClose()}
      className="fixed inset-0 z-40 grid place-items-center overflow-y-auto bg-[rgb(0_0_0/0.5)] p-4"
    >
      <Modal
        className={`w-full rounded-xl border border-line bg-paper shadow-raised ${wide ? 'max-w-4xl' : 'max-w-lg'}`}
      >
        <AriaDialog className="max-h-[90dvh] overflow-y-auto p-5 outline-none">
          <div className="mb-4 flex items-start justify-between gap-3">
            <Heading slot="title" className="text-xl font-semibold">
              {title}
            </Heading>
            <IconButton label={t('close')} onClick={onClose}>
              <CloseIcon />
            </IconButton>
          </div>
          {children}
        </AriaDialog>
      </Modal>
    </ModalOverlay>
  )
}

interface DialogButtonProps {
  /** On the button. */
  label: ReactNode
  /** What the button does, where `label` is but a picture. */
  name?: string
  /** By default what is on the button. */
  title?: string
  look?: ButtonLook
  wide?: boolean
  isDisabled?: boolean
  /** What the dialog shows; call `close` when it is done. */
  children: (close: () => void) => ReactNode
}

/** A button that opens a dialog. */
export function DialogButton({
  label,
  name,
  title = nameOf(label, name),
  look,
  wide = false,
  isDisabled = false,
  children,
}: DialogButtonProps) {
  const [isOpen, setOpen] = useState(false)
  const close = () => setOpen(false)
  return (
    <>
      <Button
        {...(look && { look })}
        {...(name !== undefined && { 'aria-label': name, title: name, className: 'px-2!' })}
        disabled={isDisabled}
        onClick={() => setOpen(true)}
      >
        {label}
      </Button>
      <Dialog title={title} isOpen={isOpen} onClose={close} wide={wide}>
        {isOpen && children(close)}
      </Dialog>
    </>
  )
}

function nameOf(label: ReactNode, name = ''): string {
  return typeof label === 'string' ? label : name
}

interface ConfirmButtonProps {
  label: ReactNode
  name?: string
  /** By default what is on the button. */
  title?: string
  /** What will happen, and whether there is a way back. */
  text: ReactNode
  /** On the button that does it; by default the same. */
  confirm?: string
  look?: ButtonLook
  isDisabled?: boolean
  /** Said once it is done. */
  done?: string
  onConfirm: () => Promise<unknown>
}

/** A button that asks before it does what cannot be undone. Errors are shown as toasts. */
export function ConfirmButton({
  text,
  confirm,
  look = 'danger',
  done,
  onConfirm,
  ...button
}: ConfirmButtonProps) {
  const { mutate, isPending } = useMutation({
    mutationFn: onConfirm,
    meta: done === undefined ? {} : { done },
  })
  return (
    <DialogButton look={look} {...button}>
      {(close) => (
        <>
          <div className="mb-4">{text}</div>
          <div className="flex justify-end gap-3">
            <Button onClick={close}>{t('cancel')}</Button>
            <Button
              look={look === 'quiet' ? 'danger' : look}
              isPending={isPending}
              onClick={() => mutate(undefined, { onSuccess: close })}
            >
              {confirm ?? nameOf(button.label, button.name)}
            </Button>
          </div>
        </>
      )}
    </DialogButton>
  )
}

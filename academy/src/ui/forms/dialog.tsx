import { type ReactNode, useRef, useState } from 'react'
import {
  Dialog as AriaDialog,
  FormContext,
  Heading,
  Modal,
  ModalOverlay,
} from 'react-aria-components'
import { useMay } from '../../session/session.ts'
import { t } from '../../texts/texts.ts'
import { type Action, type ActionProps, Button, IconButton, textsOf } from '../button.tsx'
import { CloseIcon } from '../icons.tsx'
import { Form } from './form.tsx'
import { mayClose } from './leave-guard.ts'

interface DialogProps {
  title: string
  isOpen?: boolean
  /** Undefined where one has to choose. */
  onClose?: () => void
  children: ReactNode
  /** For tables and editors. */
  wide?: boolean
}

/** A click beside it closes nothing: it may hold what was typed, or a secret that is shown once. */
export function Dialog({ title, isOpen = true, onClose, wide = false, children }: DialogProps) {
  const frame = useRef<HTMLDivElement>(null)
  const close = onClose && (() => mayClose(frame.current) && onClose())
  return (
    <ModalOverlay
      isOpen={isOpen}
      onOpenChange={(open) => !open && close?.()}
      className="fixed inset-0 z-40 grid place-items-center overflow-y-auto bg-[rgb(0_0_0/0.5)] p-4"
    >
      <Modal
        ref={frame}
        className={`w-full rounded-xl border border-line bg-paper shadow-raised ${wide ? 'max-w-4xl' : 'max-w-lg'}`}
      >
        <AriaDialog className="max-h-[90dvh] overflow-y-auto p-5 outline-none">
          <div className="mb-4 flex items-start justify-between gap-3">
            <Heading slot="title" className="text-xl font-semibold">
              {title}
            </Heading>
            {close && (
              <IconButton label={t('close')} onClick={close}>
                <CloseIcon />
              </IconButton>
            )}
          </div>
          {/* A form in it is not a part of a form around its button. */}
          <FormContext value={null}>{children}</FormContext>
        </AriaDialog>
      </Modal>
    </ModalOverlay>
  )
}

export interface DialogButtonLook extends Omit<ActionProps, 'name'> {
  /** What the button does; it stands on it, unless there is a picture. */
  label: string
  icon?: ReactNode
  /** By default the label. */
  title?: string
  wide?: boolean
}

interface DialogButtonProps extends DialogButtonLook {
  /** What the dialog shows; call `close` when it is done. */
  children: (close: () => void) => ReactNode
}

export function DialogButton(props: DialogButtonProps) {
  const { label, icon, title = label, look, wide, needs, children } = props
  const [isOpen, setOpen] = useState(false)
  const close = () => setOpen(false)
  if (!useMay()(needs)) return null
  return (
    <>
      <Button
        look={look}
        {...(icon != null && { 'aria-label': label, title: label, className: 'px-2!' })}
        onClick={() => setOpen(true)}
      >
        {icon ?? label}
      </Button>
      <Dialog title={title} isOpen={isOpen} onClose={close} wide={wide}>
        {isOpen && children(close)}
      </Dialog>
    </>
  )
}

interface ConfirmButtonProps extends ActionProps, Partial<Omit<DialogButtonLook, 'look'>> {
  /** What will happen, and whether there is a way back; by default `….ask`. */
  text?: ReactNode
  run: Action
  /** The page to go to once it is done. */
  leadsTo?: () => string
}

/** A button that asks before it does what cannot be undone. */
export function ConfirmButton(props: ConfirmButtonProps) {
  const { name, look = 'danger', text, run, leadsTo, ...button } = props
  const { label, title, ask, done } = textsOf(name)
  return (
    <DialogButton label={label} title={title} look={look} {...button}>
      {(close) => (
        <Form
          submit={label}
          done={done}
          look={look === 'quiet' ? 'danger' : look}
          actions={<Button onClick={close}>{t('cancel')}</Button>}
          onSubmit={() => run().then(close)}
          leadsTo={leadsTo}
        >
          <div>{text ?? ask}</div>
        </Form>
      )}
    </DialogButton>
  )
}

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
import {
  type Action,
  type ActionLook,
  type ActionName,
  Button,
  IconButton,
  textsOf,
} from '../button.tsx'
import { CloseIcon } from '../icons.tsx'
import { Form } from './form.tsx'
import { mayClose } from './leave-guard.ts'

interface DialogProps {
  title: string
  isOpen?: boolean
  /** Left out where the reader has to choose. */
  onClose?: () => void
  children: ReactNode
  /** Makes room for tables and editors. */
  wide?: boolean
}

/** A dialog that a click outside does not close: it may hold input, or a secret shown once. */
export function Dialog({ title, isOpen = true, onClose, wide = false, children }: DialogProps) {
  const frame = useRef<HTMLDivElement>(null)
  const close = onClose && (() => mayClose(frame.current) && onClose())
  return (
    <ModalOverlay
      isOpen={isOpen}
      onOpenChange={(open) => !open && close?.()}
      className="fixed inset-0 z-40 grid grid-cols-[minmax(0,1fr)] place-items-center overflow-y-auto bg-[rgb(0_0_0/0.5)] p-4"
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
          {/* A form inside does not belong to a form around its button. */}
          <FormContext value={null}>{children}</FormContext>
        </AriaDialog>
      </Modal>
    </ModalOverlay>
  )
}

export interface DialogButtonLook extends ActionLook {
  /** Says what the button does; shown on it unless there is an icon. */
  label: string
  icon?: ReactNode
  /** Default: the label. */
  title?: string
  wide?: boolean
}

interface DialogButtonProps extends DialogButtonLook {
  /** Renders the dialog; call `close` when it is done. */
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

interface ConfirmButtonProps extends Partial<DialogButtonLook> {
  name: ActionName
  /** Says what will happen, and whether it can be undone. Default: `….ask`. */
  text?: ReactNode
  run: Action
  /** The page to open afterwards. */
  leadsTo?: () => string
}

/** A button that asks before it does something that cannot be undone. */
export function ConfirmButton(props: ConfirmButtonProps) {
  const { name, look = 'danger', text, run, leadsTo, ...button } = props
  const { label, title, act, ask, done } = textsOf(name)
  return (
    <DialogButton label={label} title={title} look={look} {...button}>
      {(close) => (
        <Form
          submit={act}
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

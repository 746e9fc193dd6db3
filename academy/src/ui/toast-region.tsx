import { createPortal } from 'react-dom'
import { t } from '../texts/texts.ts'
import { IconButton } from './button.tsx'
import { CloseIcon } from './icons.tsx'
import { useStore } from './store.ts'
import { dismiss, toasts } from './toasts.ts'

/** Beside the app: what a modal dialog does to the app, React Aria does not do to this. */
export function ToastRegion() {
  const shown = useStore(toasts)
  return createPortal(
    <div
      data-react-aria-top-layer
      role="status"
      aria-live="polite"
      className="pointer-events-none fixed inset-x-0 bottom-4 z-50 flex flex-col items-center gap-2 px-4"
    >
      {shown.map(({ id, tone, text }) => (
        <div
          key={id}
          className={`pointer-events-auto flex max-w-lg items-center gap-3 rounded-lg border bg-paper py-2 ps-4 pe-2 shadow-raised ${tone === 'bad' ? 'border-bad text-bad' : 'border-good text-ink'}`}
        >
          {text}
          <IconButton label={t('close')} onClick={() => dismiss(id)}>
            <CloseIcon />
          </IconButton>
        </div>
      ))}
    </div>,
    document.body,
  )
}

import { createPortal } from 'react-dom'
import { t } from '../texts/texts.ts'
import { IconButton } from './button.tsx'
import { CloseIcon } from './icons.tsx'
import { useStore } from './store.ts'
import { dismiss, toasts } from './toasts.ts'

/** Lies outside the app, so that React Aria does not hide it when a modal dialog hides the app. */
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

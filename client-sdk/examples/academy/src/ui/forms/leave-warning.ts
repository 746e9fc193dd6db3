import { useBlocker } from '@tanstack/react-router'
import { t } from '../../texts/texts.ts'

/** Asks before the reader goes elsewhere, while files are on their way that would be lost. */
export function useLeaveWarning(isSending: boolean): void {
  useBlocker({ shouldBlockFn: () => !confirm(t('upload.leave')), disabled: !isSending })
}

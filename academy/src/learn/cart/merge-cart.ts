import { isLyceumError, type LyceumError } from '@lyceum/sdk'
import { queryClient } from '../../base/query-client.ts'
import { lyceum } from '../../lyceum.ts'
import { loadTexts, t } from '../../texts/texts.ts'
import { messageOf } from '../../ui/error-text.ts'
import { textsOfFields } from '../../ui/field-texts.ts'
import { toast } from '../../ui/toasts.ts'
import { forget, visitorCart } from './visitor-cart.ts'

let isMerging = false

/** Moves what a visitor chose into the account's cart, and says what the account cannot buy. */
export async function mergeCart(): Promise<void> {
  if (isMerging) return
  isMerging = true
  try {
    await loadTexts('learn')
    for (const { id, title } of visitorCart.get()) {
      await lyceum.cart.add.mutate({ courseId: id }).catch((error: unknown) => {
        if (!isRefusal(error)) throw error
        const isFull = error.issues.some(({ code }) => code === 'maxItems')
        const unfit = isFull ? textsOfFields(error).courseId : t('cart.otherCurrency')
        const why = error.name === 'InvalidFields' ? unfit : messageOf(error)
        toast({ tone: 'bad', text: `${title}: ${why}` })
      })
      forget(id)
    }
  } catch {
    // Keeps the rest for the next page, such as without a network.
  } finally {
    isMerging = false
    await queryClient.invalidateQueries()
  }
}

function isRefusal(error: unknown): error is LyceumError {
  return isLyceumError(error) && [400, 404, 409].includes(error.status ?? 0)
}

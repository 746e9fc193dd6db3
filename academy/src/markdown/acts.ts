import { t } from '../texts/texts.ts'

const saidMilliseconds = 2_000

/** Does what the buttons within a text offer: copies a program, enlarges a picture. */
export function actOn(target: Element): void {
  const button = target.closest('button')
  const picture = button?.querySelector('img')
  if (picture) void import('./enlarge.ts').then(({ enlarge }) => enlarge(picture))
  else if (button?.className === 'markdown-copy') void copy(button)
}

async function copy(button: HTMLButtonElement): Promise<void> {
  const program = button.parentElement?.querySelector('pre')
  if (!program) return
  try {
    await navigator.clipboard.writeText(program.textContent)
    button.textContent = t('copied')
  } catch {
    // Without https, or when it is forbidden, the reader copies by hand.
    document.getSelection()?.selectAllChildren(program)
    button.textContent = t('copySelected')
  }
  setTimeout(() => {
    button.textContent = t('copy')
  }, saidMilliseconds)
}

import { t } from '../texts/texts.ts'

/** Shows a picture as large as the window has room for, its words below; a click makes it larger. */
export function enlarge(picture: HTMLImageElement): void {
  const dialog = document.createElement('dialog')
  dialog.className = 'markdown-enlarged'
  const close = buttonOf('markdown-close', '✕')
  close.ariaLabel = t('close')
  const large = document.createElement('img')
  Object.assign(large, { src: picture.currentSrc || picture.src, alt: '' })
  const turn = buttonOf('markdown-turn', large)
  turn.ariaLabel = t('markdown.fullSize')
  turn.ariaPressed = 'false'
  const words = document.createElement('p')
  words.textContent = picture.alt
  words.dir = 'auto'
  dialog.ariaLabel = picture.alt || t('markdown.picture')
  dialog.append(close, turn, words)
  dialog.addEventListener('click', ({ target }) => {
    const isTurn = target instanceof Node && turn.contains(target)
    if (isTurn) turn.ariaPressed = String(turn.ariaPressed !== 'true')
    else if (target !== words) dialog.close()
  })
  // The browser gives the focus back to what opened it.
  dialog.addEventListener('close', () => dialog.remove())
  document.body.append(dialog)
  dialog.showModal()
}

function buttonOf(className: string, content: Node | string): HTMLButtonElement {
  const button = document.createElement('button')
  Object.assign(button, { type: 'button', className })
  button.append(content)
  return button
}

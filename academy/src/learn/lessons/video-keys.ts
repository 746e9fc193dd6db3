/** What the keys do while the focus is within the player. */
export interface VideoActs {
  turn: () => void
  skip: (seconds: number) => void
  captions: () => void
  fullScreen: () => void
}

export const skipSeconds = 10

/** Does what a key means to the player; others, and those of what has the focus, are left alone. */
export function pressKey(event: KeyboardEvent, acts: VideoActs): void {
  const { target, key } = event
  const hasModifier = event.altKey || event.ctrlKey || event.metaKey || event.shiftKey
  const isOwn = target instanceof Element && target.closest('input, select, textarea') !== null
  if (hasModifier || isOwn || event.defaultPrevented) return
  // A button is pressed by it.
  const isButton = target instanceof Element && target.closest('button, a, summary') !== null
  const meanings: Record<string, () => void> = {
    ...(isButton ? {} : { ' ': acts.turn }),
    k: acts.turn,
    ArrowLeft: () => acts.skip(-skipSeconds),
    ArrowRight: () => acts.skip(skipSeconds),
    c: acts.captions,
    f: acts.fullScreen,
  }
  const act = Object.hasOwn(meanings, key) ? meanings[key] : undefined
  if (act === undefined) return
  // The arrows would turn the page of the course, and the space scroll it.
  event.preventDefault()
  act()
}

import { player as english } from '../en/player.ts'

export const player: typeof english = {
  ...english,
}

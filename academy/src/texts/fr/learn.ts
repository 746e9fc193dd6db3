import { learn as english } from '../en/learn.ts'

export const learn: typeof english = {
  ...english,
}

import { errors as english } from '../en/errors.ts'

export const errors = {
  ...english,
}

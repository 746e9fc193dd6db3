/** A name that leads to no other folder. */
const validName = /^[\w-]+(\.\w+)?$/u

export function requireValidName(name: string): void {
  if (!validName.test(name)) throw new Error('Not a valid file name.')
}

export function isValidName(name: string): boolean {
  return validName.test(name)
}

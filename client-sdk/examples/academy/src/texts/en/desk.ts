/** Texts of the desk. */
export const desk = {
  'desk.users': 'Accounts',
  'desk.noUsers': 'No account fits.',
}

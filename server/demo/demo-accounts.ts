/** Accounts with public passwords, which production refuses to load. */
export const demoAccounts = [
  {
    email: 'learner@example.com',
    name: 'Lena Learner',
    role: 'learner',
    password: 'learn-something-new',
  },
  {
    email: 'admin@example.com',
    name: 'Adrian Admin',
    role: 'admin',
    password: 'look-after-lyceum',
  },
] as const

export { ownInputs } from '@lyceum/sdk/inputs'

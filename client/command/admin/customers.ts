import type { Invocation } from '../action.ts'
import { readData } from '../input.ts'
import { Administration } from './administration.ts'
import type { CustomerEntry, SettableState } from './types.ts'

interface DataFlags {
  data: string
}

interface StateFlags {
  set?: SettableState
}

const pathOf = ([id]: string[]) => `/customers/${id}`

export async function listCustomers({ credentials, output }: Invocation<object>): Promise<void> {
  const customers = await new Administration(credentials).list<CustomerEntry>(
    { path: '/customers' },
    'customers',
    output,
  )
  output.table(customers, [
    ['ID', 'clientId'],
    ['STATE', 'state'],
    ['NAME', 'name'],
    ['CURRENCY', 'currency'],
    ['TIME ZONE', 'timeZone'],
    ['DATABASE', 'shard'],
  ])
}

export async function getCustomer({ args, credentials, output }: Invocation<object>): Promise<void> {
  output.value(await new Administration(credentials).request('GET', pathOf(args)))
}

/** Creates a customer, or replaces all its fields. */
export async function putCustomer({ args, flags, credentials, output, host }: Invocation<DataFlags>): Promise<void> {
  // `get` prints these two besides: the id is the argument, and the state has a command of its own.
  const { clientId: _, state: __, ...customer } = await readData(flags.data, host)
  output.value(await new Administration(credentials).request('PUT', pathOf(args), customer))
}

export async function changeCustomer({ args, flags, credentials, output, host }: Invocation<DataFlags>): Promise<void> {
  const customer = await readData(flags.data, host)
  output.value(await new Administration(credentials).request('PATCH', pathOf(args), customer))
}

export async function customerState({ args, flags, credentials, output }: Invocation<StateFlags>): Promise<void> {
  const administration = new Administration(credentials)
  const path = `${pathOf(args)}/state`
  const { set: state } = flags
  output.value(await (state ? administration.request('PUT', path, { state }) : administration.request('GET', path)))
}

import { type Command, Option } from 'commander'
import { type Action, example } from './action.ts'
import { from, types, wholeNumber } from './option-values.ts'

const load = () => import('./webhooks.ts')
const out = new Option('--out <file>', 'write the secret to a new file instead of standard output')
const description = new Option('--description <text>', 'a description for your own use')

/** `innlet webhooks …`. */
export function addWebhookCommands(program: Command, action: Action): void {
  const webhooks = program
    .command('webhooks')
    .description('Manage the endpoints that receive webhooks.')
    .addHelpText('after', example('innlet webhooks list'))

  const endpoint = (name: string, text: string) =>
    webhooks.command(name).description(text).argument('<endpointId>', 'the id of the endpoint', wholeNumber)

  webhooks
    .command('list')
    .description('List all endpoints.')
    .addHelpText('after', example('innlet webhooks list'))
    .action(action(async () => (await load()).listEndpoints))

  webhooks
    .command('create')
    .description('Make an endpoint, and print its secret or public key.')
    .argument('<url>', 'the address that receives events')
    .addOption(types)
    .addOption(description)
    .addOption(new Option('--signature <version>', 'v1 has a secret, v1a a public key').choices(['v1', 'v1a']))
    .addOption(from)
    .addOption(out)
    .addHelpText('after', example('innlet webhooks create https://hook.example/innlet --out hook.env'))
    .action(action(async () => (await load()).createEndpoint))

  endpoint('update', 'Change an endpoint.')
    .option('--url <url>', 'the new address')
    .addOption(types)
    .addOption(description)
    .addOption(new Option('--status <status>', 'whether it receives events').choices(['enabled', 'disabled']))
    .addHelpText('after', example('innlet webhooks update 1 --status enabled'))
    .action(action(async () => (await load()).updateEndpoint))

  endpoint('delete', 'Delete an endpoint.')
    .addHelpText('after', example('innlet webhooks delete 1'))
    .action(action(async () => (await load()).deleteEndpoint))

  endpoint('rotate-secret', 'Give an endpoint a new secret. For 24 hours the old one signs too.')
    .addOption(out)
    .addHelpText('after', example('innlet webhooks rotate-secret 1 --out hook.env'))
    .action(action(async () => (await load()).rotateSecret))

  endpoint('test', 'Send a ping now.')
    .addHelpText('after', example('innlet webhooks test 1'))
    .action(action(async () => (await load()).testEndpoint))

  endpoint('deliveries', 'List what was sent to an endpoint.')
    .addOption(
      new Option('--status <status>', 'only those with this status').choices(['pending', 'delivered', 'failed']),
    )
    .option('--from <sequence>', 'the first event', wholeNumber)
    .option('--since <instant>', 'of events from this instant on, such as 2027-05-09T10:00:00Z')
    .option('--until <instant>', 'of events before this instant')
    .addHelpText('after', example('innlet webhooks deliveries 1 --status failed'))
    .action(action(async () => (await load()).deliveries))

  endpoint('replay', 'Send events again.')
    .option('--from <sequence>', 'the first event', wholeNumber)
    .option('--to <sequence>', 'the last event', wholeNumber)
    .option('--since <instant>', 'events from this instant on, such as 2027-05-09T10:00:00Z')
    .option('--failed', 'only events whose delivery failed')
    .addHelpText('after', example('innlet webhooks replay 1 --failed'))
    .action(action(async () => (await load()).replay))
}

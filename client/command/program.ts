import { Command, Help, type Option } from 'commander'
import { actionsOf, example } from './action.ts'
import { addAdminCommands } from './admin-commands.ts'
import { addCompletion } from './completion.ts'
import type { Host } from './host.ts'
import { collected, from, types, wholeNumber } from './option-values.ts'
import { Output } from './output.ts'
import { addWebhookCommands } from './webhook-commands.ts'

/** The description of an option in the help. */
const optionDescription = (option: Option): string =>
  new Help().optionDescription(option) + (option.mandatory ? ' (required)' : '')

/** The commands and their options, which use the process that is given. */
export function makeProgram(version: string, host: Host): Command {
  const action = actionsOf(host)
  const isJson = (): boolean => Boolean(program.opts().json)
  const program: Command = new Command('innlet')
    .exitOverride()
    .description('The command line of Innlet, an API for hotels.')
    .version(version)
    .option(
      '--credentials <file>',
      'a file with INNLET_URL and credentials, which only you can read; of several, the last value counts',
      collected,
    )
    .option('--json', 'print JSON, one line for each result')
    .configureHelp({ showGlobalOptions: true, optionDescription })
    .configureOutput({
      writeOut: text => void host.stdout.write(text),
      outputError: text => new Output(host, isJson()).failure(new Error(text.replace(/^error: /, '').trim())),
    })
    .addHelpText('after', example('innlet doctor'))

  program
    .command('token')
    .description('Print an access token.')
    .addHelpText('after', example('TOKEN=$(innlet token)'))
    .action(action(async () => (await import('./token.ts')).token))

  program
    .command('call')
    .description('Send the request of an operation, or list the operations.')
    .argument('[operationId]', 'the operation, such as postBooking or getOffers')
    .option(
      '--data <json>',
      'the body, or the query of an operation without one: JSON, @file, or @- for standard input',
    )
    .option('--param <name=value>', 'a parameter of the path or the query', collected)
    .addHelpText('after', example(`innlet call getReservations --data '{"reservationID": 1}'`))
    .action(action(async () => (await import('./call.ts')).call))

  program
    .command('offers')
    .description('List what can be booked for a stay.')
    .requiredOption('--arrival <date>', 'the day of arrival, YYYY-MM-DD')
    .requiredOption('--departure <date>', 'the day of departure, YYYY-MM-DD')
    .option('--guests <number>', 'the number of guests', wholeNumber)
    .option('--hotel <hotelid>', 'only offers of this hotel')
    .addHelpText('after', example('innlet offers --arrival 2027-05-09 --departure 2027-05-12 --guests 2'))
    .action(action(async () => (await import('./offers.ts')).offers))

  const events = program
    .command('events')
    .description('Read the log of changes.')
    .addHelpText('after', example('innlet events tail'))

  events
    .command('tail')
    .description('Print events as they happen.')
    .addOption(from)
    .addOption(types)
    .addHelpText('after', example('innlet events tail --from 1'))
    .action(action(async () => (await import('./events.ts')).tail))

  program
    .command('listen')
    .description('Send signed webhooks to an address of this machine.')
    .requiredOption('--forward <url>', 'the address of your receiver')
    .addOption(from)
    .addOption(types)
    .addHelpText('after', example('innlet listen --forward http://localhost:3000/hook'))
    .action(action(async () => (await import('./listen.ts')).listen))

  addWebhookCommands(program, action)
  addAdminCommands(program, action)

  program
    .command('mcp')
    .description('Serve tools for agents: the Model Context Protocol over standard input and output.')
    .option('--text', 'write data into the text of results, for clients that show a model nothing else')
    .addHelpText('after', example('claude mcp add innlet -- innlet mcp --credentials ~/hotel.env'))
    .action(action(async () => (await import('./mcp/server.ts')).mcp))

  program
    .command('doctor')
    .description('Say what is wrong: address, database, clock, credential, permissions, webhook endpoints.')
    .addHelpText('after', example('innlet doctor'))
    .action(action(async () => (await import('./doctor.ts')).doctor))

  addCompletion(program, host, { 'admin application': 'admin app' })
  return program
}

import { Argument, type Command, Option } from 'commander'
import { type Action, example } from './action.ts'
import { collected, languageTag, listed, nonBlank, wholeNumber } from './option-values.ts'

const loadApplications = () => import('./admin/applications.ts')
const loadCustomers = () => import('./admin/customers.ts')
const loadGuests = () => import('./admin/guests.ts')
const loadPeople = () => import('./admin/people.ts')
const loadService = () => import('./admin/service.ts')
const loadSetup = () => import('./admin/setup.ts')

const customerId = new Argument('<customerId>', 'the id of the customer').argParser(wholeNumber)
const customerFlag = (text: string) => new Option('--customer <customerId>', text).argParser(wholeNumber)
const data = new Option('--data <json>', 'the fields: JSON, @file, or @- for standard input').makeOptionMandatory()
const permissions = new Option('--permissions <list>', 'such as reservations:write,rates:read')
  .argParser(listed)
  .makeOptionMandatory()
const out = new Option('--out <file>', 'write the credentials to a new file instead of standard output')

/** `innlet admin …`. */
export function addAdminCommands(program: Command, action: Action): void {
  const admin = program
    .command('admin')
    .description('Administer the service. Needs INNLET_ADMIN_TOKEN.')
    .helpGroup('For administrators:')
    .addHelpText('after', example('innlet admin customer list'))

  addCustomerCommands(admin, action)
  addSetupCommands(admin, action)
  addApplicationCommands(admin, action)
  addKeyCommands(admin, action)
  addPersonCommands(admin, action)
  addGuestCommands(admin, action)

  admin
    .command('status')
    .description('Print the state of secrets, databases, queues and webhooks.')
    .addHelpText('after', example('innlet admin status'))
    .action(action(async () => (await loadService()).status))

  admin
    .command('audit')
    .description('List the actions of administrators, newest first.')
    .option('--limit <number>', 'the number of actions', wholeNumber, 50)
    .option('--act <act>', 'only this action, such as customer.put')
    .option('--by <who>', 'only what this one did: admin, or person: and an id')
    .option('--since <instant>', 'from this instant on, such as 2027-05-09T10:00:00Z')
    .option('--until <instant>', 'before this instant')
    .addHelpText('after', example('innlet admin audit --act application.create --since 2027-05-01T00:00:00Z'))
    .action(action(async () => (await loadService()).audit))

  admin
    .command('interface')
    .argument('<product>', 'the name of another system that takes access tokens of this service')
    .argument('<audience>', 'the `aud` of its tokens')
    .description('Let applications of another product get tokens, for its own audience.')
    .addHelpText('after', example('innlet admin interface spa spa-api'))
    .action(action(async () => (await loadService()).putInterface))
}

function addCustomerCommands(admin: Command, action: Action): void {
  const customer = admin.command('customer').description('The customers: hotels or groups of hotels.')
  const withId = (name: string, text: string) => customer.command(name).description(text).addArgument(customerId)

  customer
    .command('list')
    .description('List the customers.')
    .addHelpText('after', example('innlet admin customer list'))
    .action(action(async () => (await loadCustomers()).listCustomers))
  withId('get', 'Print a customer.')
    .addHelpText('after', example('innlet admin customer get 7'))
    .action(action(async () => (await loadCustomers()).getCustomer))
  withId('put', 'Create a customer, or replace all its fields.')
    .addOption(data)
    .addHelpText(
      'after',
      example(`innlet admin customer put 7 --data '{"name": "Aurora", "currency": "EUR", "timeZone": "Europe/Rome"}'`),
    )
    .action(action(async () => (await loadCustomers()).putCustomer))
  withId('change', 'Change the fields that are given.')
    .addOption(data)
    .addHelpText('after', example(`innlet admin customer change 7 --data '{"name": "Hotel Aurora"}'`))
    .action(action(async () => (await loadCustomers()).changeCustomer))
  withId('state', 'Print the state of a customer, or set it.')
    .addOption(new Option('--set <state>', 'the new state').choices(['open', 'readOnly', 'closed']))
    .addHelpText('after', example('innlet admin customer state 7 --set closed'))
    .action(action(async () => (await loadCustomers()).customerState))
  withId('new', 'Create a customer from CSV files of its hotels, rooms and plans, or store what was changed in them.')
    .argument('<folder>', 'the folder: customer.csv, properties.csv, types.csv, rooms.csv, plans.csv')
    .option('--name <name>', 'its name (default: that of customer.csv)')
    .option('--currency <currency>', 'its currency, such as EUR')
    .option('--time-zone <timeZone>', 'its time zone, such as Europe/Rome')
    .option('--dry-run', 'show what would be stored, and store nothing')
    .option('--yes', 'store it without a question')
    .addHelpText('after', example('innlet admin customer new 7 ./aurora --currency EUR'))
    .action(action(async () => (await import('./admin/new-customer.ts')).newCustomer))
  withId('check', 'Check rooms, plans, prices, link and webhooks, with the credential of an integrator.')
    .addOption(
      new Option('--reservation <number>', 'its number or id: issue its link anew, and open it').argParser(wholeNumber),
    )
    .addHelpText('after', example('innlet admin customer check 7 --credentials customer-7-pms.env'))
    .action(action(async () => (await import('./admin/check-customer.ts')).checkCustomer))
}

function addSetupCommands(admin: Command, action: Action): void {
  const setup = admin.command('setup').description('Hotels, rooms, rate plans and stock of a customer.')
  setup
    .command('get')
    .addArgument(customerId)
    .description('Print the setup, as apply takes it.')
    .addHelpText('after', example('innlet admin setup get 7 > hotel.json'))
    .action(action(async () => (await loadSetup()).getSetup))
  setup
    .command('apply')
    .argument('<file>', 'the document, or - for standard input')
    .description('Show what a setup would change, and store it.')
    .addOption(customerFlag('the customer (default: clientId of the file)'))
    .option('--dry-run', 'show what would change, and store nothing')
    .option('--yes', 'store it without a question')
    .addHelpText('after', example('innlet admin setup apply hotel.json'))
    .action(action(async () => (await loadSetup()).applySetup))
}

function addApplicationCommands(admin: Command, action: Action): void {
  const application = admin.command('application').alias('app').description('Applications: credentials for tokens.')
  const withId = (name: string, text: string) =>
    application.command(name).description(text).argument('<clientId>', 'the id of the application')
  application
    .command('create')
    .description('Register an application with permissions of your choice, and print its id and secret.')
    .addOption(customerFlag('its customer').makeOptionMandatory())
    .requiredOption('--name <name>', 'its name')
    .addOption(permissions)
    .option('--product <product>', 'its product', 'innlet')
    .option('--expires <instant>', 'when it expires, such as 2027-12-31T00:00:00Z')
    .addOption(out)
    .addHelpText(
      'after',
      example('innlet admin app create --customer 7 --name PMS --permissions reservations:write --out pms.env'),
    )
    .action(action(async () => (await loadApplications()).createApplication))
  application
    .command('new')
    .description('Register an application with the permissions of a purpose, and print a sheet for its integrator.')
    .addOption(customerFlag('its customer').makeOptionMandatory())
    .addOption(
      new Option('--for <purpose>', 'what it is for')
        .choices(['channel-manager', 'pms', 'till', 'booking-page'])
        .makeOptionMandatory(),
    )
    .option('--out <file>', 'a new file for the credentials (default: customer-<customerId>-<purpose>.env)')
    .addHelpText('after', example('innlet admin app new --customer 7 --for pms --out pms.env'))
    .action(action(async () => (await import('./admin/new-application.ts')).newApplication))
  application
    .command('list')
    .description('List applications, revoked ones too.')
    .addOption(customerFlag('only those of this customer'))
    .addHelpText('after', example('innlet admin app list --customer 7'))
    .action(action(async () => (await loadApplications()).listApplications))
  withId('get', 'Print an application.')
    .addHelpText('after', example('innlet admin app get app_0123456789abcdef0123456789abcdef'))
    .action(action(async () => (await loadApplications()).getApplication))
  withId('change', 'Change status, permissions or expiry.')
    .addOption(new Option('--status <status>', 'the new status').choices(['active', 'inactive', 'revoked']))
    .addOption(new Option('--permissions <list>', 'the new permissions').argParser(listed))
    .option('--expires <instant>', 'when it expires, or never')
    .addHelpText('after', example('innlet admin app change app_0123456789abcdef0123456789abcdef --status revoked'))
    .action(action(async () => (await loadApplications()).changeApplication))
  withId('rotate-secret', 'Issue a new secret. The old one stops at once.')
    .addOption(out)
    .addHelpText('after', example('innlet admin app rotate-secret app_0123456789abcdef0123456789abcdef'))
    .action(action(async () => (await loadApplications()).rotateSecret))
}

function addKeyCommands(admin: Command, action: Action): void {
  const key = admin.command('api-key').description('API keys: credentials for the header x-api-key.')
  key
    .command('create')
    .description('Issue an API key, and print it.')
    .addOption(customerFlag('its customer').makeOptionMandatory())
    .requiredOption('--name <name>', 'its name')
    .addOption(permissions)
    .addOption(out)
    .addHelpText(
      'after',
      example('innlet admin api-key create --customer 7 --name Till --permissions inventory:write --out till.env'),
    )
    .action(action(async () => (await loadApplications()).createApiKey))
  key
    .command('list')
    .description('List API keys, revoked ones too.')
    .addOption(customerFlag('only those of this customer'))
    .addHelpText('after', example('innlet admin api-key list'))
    .action(action(async () => (await loadApplications()).listApiKeys))
  key
    .command('delete')
    .description('Revoke an API key.')
    .argument('<id>', 'the id of the key')
    .addHelpText('after', example('innlet admin api-key delete key_0123456789abcdef0123456789abcdef'))
    .action(action(async () => (await loadApplications()).deleteApiKey))
}

function addPersonCommands(admin: Command, action: Action): void {
  const person = admin.command('person').description('People and desks who sign in to the console.')
  const withId = (name: string, text: string) =>
    person.command(name).description(text).argument('<personId>', 'the id of the person')
  const customers = new Option('--customer <customerIds>', 'its customers, separated by commas').argParser(text =>
    listed(text).map(wholeNumber),
  )
  const role = () => new Option('--role <role>', 'what the person may do').choices(['owner', 'manager', 'frontdesk'])
  person
    .command('invite')
    .description('Invite a person or a desk, and print the one-time link.')
    .requiredOption('--name <name>', 'the name')
    .addOption(role().makeOptionMandatory())
    .addOption(customers)
    .option('--email <address>', 'by which Cloudflare Access knows the person')
    .option('--desk', 'the PC of a reception: it needs no passkey')
    .addHelpText(
      'after',
      example(
        'innlet admin person invite --name "Anna Silva" --role manager --customer 7',
        'innlet admin person invite --name Reception --role frontdesk --customer 7 --desk',
      ),
    )
    .action(action(async () => (await loadPeople()).invitePerson))
  person
    .command('list')
    .description('List people and desks.')
    .addHelpText('after', example('innlet admin person list'))
    .action(action(async () => (await loadPeople()).listPeople))
  withId('change', 'Change the name or the roles.')
    .option('--name <name>', 'the new name')
    .option('--email <address>', 'by which Cloudflare Access knows the person; an empty text takes it away')
    .addOption(role())
    .addOption(customers)
    .addHelpText('after', example('innlet admin person change 3 --role frontdesk --customer 7'))
    .action(action(async () => (await loadPeople()).changePerson))
  withId('link', 'Print a new one-time link. The one before ends.')
    .addHelpText('after', example('innlet admin person link 3'))
    .action(action(async () => (await loadPeople()).linkPerson))
  withId('pin', 'Print a new PIN for the desks of the hotel. The one before ends.')
    .option('--remove', 'take the PIN away')
    .addHelpText('after', example('innlet admin person pin 3'))
    .action(action(async () => (await loadPeople()).pinPerson))
  withId('sessions', 'List where a person or a desk is signed in.')
    .option('--end', 'sign out everywhere')
    .addHelpText('after', example('innlet admin person sessions 3'))
    .action(action(async () => (await loadPeople()).sessionsOfPerson))
  withId('remove', 'Remove a person or a desk, with passkeys and sessions.')
    .addHelpText('after', example('innlet admin person remove 3'))
    .action(action(async () => (await loadPeople()).removePerson))
}

function addGuestCommands(admin: Command, action: Action): void {
  const guest = admin.command('guest').description('A guest who asks for their data, or for its erasure.')
  const guestIds = new Argument('[guestIds...]', 'ids of guests, in place of the options that find them').argParser(
    wholeNumber,
  )
  const phoneText = 'the telephone number as it is stored, with its country: only its digits count'
  const ofGuests = (name: string, text: string) =>
    guest
      .command(name)
      .description(text)
      .addArgument(customerId)
      .addOption(new Option('--email <address>', 'the e-mail address').argParser(nonBlank))
      .addOption(new Option('--phone <number>', phoneText).argParser(nonBlank))
      .addOption(new Option('--last-name <name>', 'the last name').argParser(nonBlank))

  ofGuests('search', 'Find guests who have all that is given.')
    .addHelpText('after', example('innlet admin guest search 7 --email anna@guest.example'))
    .action(action(async () => (await loadGuests()).searchGuests))
  ofGuests('export', 'Write all that is stored of guests into new files.')
    .addArgument(guestIds)
    .requiredOption(
      '--out <file>',
      'a new file: .html for people, .ndjson for programs. It can be given twice',
      collected,
    )
    .option('--language <tag>', 'of dates and amounts on the page, such as de-CH', languageTag, 'en-GB')
    .addHelpText(
      'after',
      example('innlet admin guest export 7 --email anna@guest.example --out anna.html --out anna.ndjson'),
    )
    .action(action(async () => (await loadGuests()).exportGuests))
  ofGuests('erase', 'Show the personal data of guests, and erase it.')
    .addArgument(guestIds)
    .option('--all', 'erase every guest who has what is given')
    .option('--dry-run', 'show what would be erased, and erase nothing')
    .option('--yes', 'erase it without a question')
    .addHelpText(
      'after',
      example('innlet admin guest erase 7 12 13', 'innlet admin guest erase 7 --email anna@guest.example --all'),
    )
    .action(action(async () => (await loadGuests()).eraseGuests))
}

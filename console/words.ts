/* All words of the console. A language is another object of this shape. */

const count = (one: string, other: string) => (number: number) => `${number} ${number === 1 ? one : other}`

export const words = {
  // The shell.
  product: 'Innlet',
  pages: 'Pages',
  skip: 'To the content',
  today: 'Today',
  find: 'Find',
  newBooking: 'New booking',
  booking: 'Booking',
  rooms: 'Rooms',
  hotel: 'Hotel',
  customer: 'Customer',
  customerOf: (id: number) => `Customer ${id}`,
  roleOf: { owner: 'Owner', manager: 'Manager', frontdesk: 'Front desk' },
  account: 'You',
  signOut: 'Sign out',
  signOutEverywhere: 'Sign out everywhere',
  fresh: (time: string) => `Up to date at ${time}`,
  notReached: (time: string) => `No connection. As of ${time}`,
  noPage: 'There is no such page.',
  toToday: 'To today',
  loading: 'Loading …',
  again: 'Try again',
  newRelease: 'This page could not be loaded. There may be a new release.',
  reload: 'Load again',

  // Signing in.
  signIn: 'Sign in',
  signInWithPasskey: 'Sign in with a passkey',
  signInWords: 'Use the passkey of this device, or of your telephone. There is no password.',
  signInLost: 'Is the passkey lost? Whoever manages your people makes a new link.',
  signInAgain: 'This act needs a sign-in of the last 15 minutes.',
  signedOut: 'You are signed out.',
  noRole: 'You have no role at a hotel yet. Ask whoever made your link.',
  chooseCustomer: 'Which customer?',
  customerNumber: 'Number of the customer',
  open: 'Open',

  // Joining.
  joinPerson: (name: string) => `Welcome, ${name}`,
  joinPersonWords: 'Make a passkey. From then on you sign in with it, by finger, face or PIN.',
  makePasskey: 'Make a passkey',
  joinDesk: (name: string) => `This PC is the desk “${name}”`,
  joinDeskWords:
    'Everyone at this PC works as the front desk, without signing in. Do this only at a reception’s own PC.',
  openDesk: 'Open the desk',
  joinGone: 'This link has been used, has expired, or is not complete. Ask for a new one.',

  // Stays.
  nights: count('night', 'nights'),
  persons: count('person', 'persons'),
  room: 'Room',
  roomOf: (number: string) => `Room ${number}`,
  noRoom: 'No room yet',
  balance: 'Balance',
  status: {
    Inquiry: 'Inquiry',
    Tentative: 'Tentative',
    Confirmed: 'Confirmed',
    InHouse: 'In house',
    CheckedOut: 'Checked out',
    Cancelled: 'Cancelled',
    NoShow: 'No-show',
  },

  // Refusals.
  refused: {
    NETWORK_ERROR: 'There is no connection. Nothing is lost: press again.',
    TIMEOUT: 'The service did not answer in time. Press again: it happens once only.',
    NO_PASSKEY: 'No passkey was used. Press again, or use another device.',
    INVALID_CREDENTIAL: 'This passkey is not known here. Ask for a new link.',
    PERMISSION_DENIED: 'Your role does not allow this.',
    RATE_LIMITED: 'Too many requests from here. Wait a minute.',
  } as Readonly<Record<string, string>>,

  // Acts.
  cancel: 'Cancel',
  close: 'Close',
  sending: 'Sending …',
  changedMeanwhile: 'Somebody else has changed this booking. What you typed is still here: read, and press again.',
}

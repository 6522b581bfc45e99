"""Wrong: it sends on, whatever was confirmed."""

import right

right.Session.credit = lambda session: 1
right.run()

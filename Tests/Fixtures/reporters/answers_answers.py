"""Wrong: it answers errors, so that two of its kind never come to an end."""

import right

right.bindinspect.ANSWERS.discard("error")
right.run()

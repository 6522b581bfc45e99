"""Wrong: its batches are numbered from 0."""

import right


def next_number(session):
    session.sequence += 1
    return session.sequence - 1


right.Session.next_number = next_number
right.run()

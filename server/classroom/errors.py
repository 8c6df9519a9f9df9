"""Refusals of a room: a code with a sentence for the reader."""

from __future__ import annotations

SENTENCES = {
    "bad_code": "That is not the code of a room: a code has six letters and digits, without "
    "O, 0, I and 1. Look at the teacher's screen again.",
    "unknown_room": "There is no room with this code. Compare it with the teacher's screen, "
    "letter by letter.",
    "expired": "This room has closed, as rooms do {hours} hours after they were opened. Ask your "
    "teacher for a new code.",
    "ended": "The teacher has ended this room.",
    "gone": "The server has lost this room. The tape stays here as long as this page is open; ask "
    "your teacher for a new code.",
    "second_process": "Two processes serve from one database, so this one serves no rooms. Whoever "
    "operates the server ends one of them, or sets REDIS_URL for both.",
    "guessing": "Your network has sent too many wrong codes. Wait a minute, then type the code "
    "from the teacher's screen.",
    "full": "This server has as many open rooms as it allows. Try again later.",
    "many_rooms": "Your network has as many open rooms as this server allows. End one that is "
    "over, or wait until it closes.",
    "rooms_full": "The rooms on this server have used all their space, so this was not saved; "
    "everything else goes on. End a room that is over, or try again later.",
    "full_room": "This room is full, so you cannot join; you can still watch.",
    "closed_door": "The teacher has closed this room to new members, so you cannot join; you "
    "can still watch.",
    "crowded": "The limit of people from one network has been reached. Ask your teacher to open "
    "the door wide; you can still watch.",
    "joining": "Too many people have joined from your network in the last minute. Wait a minute, "
    "then join; you can still watch.",
    "barred": "Somebody from your network was removed from this room, so nobody can join from it "
    "for ten minutes. Your teacher can admit you at once by opening the door again.",
    "removed": "The teacher has removed you from this room; you can still watch.",
    "bad_door": "A door is open, wide or closed.",
    "full_offers": "Too much code is waiting for the teacher. Send yours again when some of it has "
    "been shown.",
    "full_questions": "This room has asked {most} questions, which is its limit. Download the "
    "answers and open a new room.",
    "bad_name": "A name has at most {most} characters. You may also leave it out.",
    "not_teacher": "Only the teacher who opened this room may do that.",
    "not_joined": "Join the room first: this needs the token of a participant.",
    "unknown_participant": "There is nobody with that name in this room.",
    "not_driving": "{driver} has control, so this move was not shown to the class. The teacher can "
    "take control back.",
    "bad_move": "{what}",
    "too_fast": "Moves come faster than anybody can follow. The next one will be shown.",
    "other_run": "This is about another run than the one the room shows. Fetch the room's run and "
    "try again.",
    "too_large": "The run is too large to send to a whole class. Use fewer steps, or smaller "
    "tensors.",
    "bad_question": "{what}",
    "unknown_question": "This room has no question with that number.",
    "bad_answer": "{what}",
    "revealed": "The answer is on the screen already, so yours no longer counts.",
    "closed": "The teacher has withdrawn this question, so it takes no more answers.",
    "unknown_offer": "That snippet is no longer waiting: it was shown, sent back, or replaced.",
    "bad_offer": "{what}",
}


class Refused(Exception):
    """A request to a room that is not carried out; `code` stands in docs/classroom.md.

    `retry_after` is the number of seconds after which it will be, where time is all that it takes.
    """

    def __init__(self, code: str, retry_after: float | None = None, **words: object):
        super().__init__(SENTENCES[code].format(**words))
        self.code, self.retry_after, self.words = code, retry_after, words

    @property
    def sentence(self) -> str:
        """What to tell the reader."""
        return str(self)

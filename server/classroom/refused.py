"""Why a room does not do what it was asked, as a code and a sentence to the reader."""

from __future__ import annotations

SENTENCES = {
    "bad_code": "That is not the code of a room: a code has six letters and digits, and never "
    "O, 0, I or 1. Look at the teacher's screen once more.",
    "unknown_room": "There is no room with this code. Look at the teacher's screen once more, "
    "letter by letter.",
    "expired": "This room has closed, as rooms do {hours} hours after they were opened. Ask your "
    "teacher for a new code.",
    "ended": "The teacher has ended this room.",
    "guessing": "Too many wrong codes came from your network. Wait a minute, then type the code "
    "from the teacher's screen.",
    "full": "So many rooms are open on this server that it opens no other. Try again later.",
    "many_rooms": "So many rooms are open from your network that it opens no other. End one that "
    "is over, or wait until it closes.",
    "rooms_full": "The rooms of this server take all the space that they may, so this was not "
    "kept; all else goes on as it was. End a room that is over, or try again later.",
    "full_room": "So many have joined this room that it takes no more; watching goes on.",
    "closed_door": "The teacher has closed the door of this room, so nobody joins any more; "
    "watching goes on.",
    "crowded": "As many have joined this room from your network as may from one. Ask your teacher "
    "to open the door wide; watching goes on.",
    "joining": "Very many joined this room from your network in the last minute. Wait a minute, "
    "then join; watching goes on.",
    "barred": "Somebody from your network was removed from this room, so nobody joins from there "
    "for ten minutes. Your teacher lets you in at once by opening the door again.",
    "removed": "The teacher has removed you from this room; watching goes on.",
    "bad_door": "A door is open, wide or closed.",
    "full_offers": "So much code waits for the teacher that no more fits. Send yours again when "
    "some of it has been shown.",
    "full_questions": "This room has asked {most} questions, which is all it keeps. Download the "
    "answers and open a new one.",
    "bad_name": "A name has at most {most} characters. Leave it out, if you like.",
    "not_teacher": "Only the teacher who opened this room may do that.",
    "not_joined": "Join the room first: this needs the token of a participant.",
    "unknown_participant": "Nobody of that name is in this room.",
    "not_driving": "{driver} has the wheel, so this move was not shown to the class. The teacher "
    "can take the wheel back.",
    "bad_move": "{what}",
    "too_fast": "Moves come faster than anybody can follow. The next one will be shown.",
    "other_run": "This is about another run than the room shows. Fetch the room's run and try "
    "again.",
    "too_large": "The run is too large to be sent to a whole class. Show less: fewer steps, or "
    "smaller tensors.",
    "bad_question": "{what}",
    "unknown_question": "The room has asked no question of that number.",
    "bad_answer": "{what}",
    "revealed": "The answer is on the screen already, so yours does not count any more.",
    "closed": "The teacher has taken this question away, so it takes no more answers.",
    "unknown_offer": "That snippet is not waiting any more: it was shown, sent back, or replaced.",
    "bad_offer": "{what}",
}


class Refused(Exception):
    """A request to a room that is not carried out; `code` stands in docs/classroom.md."""

    def __init__(self, code: str, **words: object):
        super().__init__(SENTENCES[code].format(**words))
        self.code, self.words = code, words

    @property
    def sentence(self) -> str:
        """What to tell the reader."""
        return str(self)

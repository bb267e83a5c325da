package io.twophase.domain.explorer.batch;

import java.util.List;

/**
 * What comes of an answer, a time-out or a read.
 *
 * @param actor as it is then
 * @param late the messages that nobody waits for any more, but that may still arrive
 */
record Reaction(Actor actor, List<Message> late) {}

package io.twophase.domain.explorer.participant;

import io.twophase.domain.participant.Home;
import io.twophase.domain.protocol.Event;
import io.twophase.domain.protocol.Worker;
import io.vavr.control.Option;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** Feeds a worker what came of its step: as it must be done, or as a test double breaks it. */
@FunctionalInterface
interface Driver {

  /** What the driver makes of the answers so far, if it does not wait for more. */
  Option<Reaction> react(Waiting waiting);

  /**
   * A worker and what has come of the messages of its step.
   *
   * @param home where its record is
   * @param worker at the step that was sent
   * @param sent the messages of the step
   * @param answers to each of them, as far as they have come
   * @param timedOut whether no more answers come
   */
  record Waiting(
      Home home, Worker worker, List<Message> sent, List<Option<Event>> answers, boolean timedOut) {

    /** Whether every message has an answer. */
    boolean isAnswered() {
      return answers.stream().allMatch(Option::isDefined);
    }

    /** Those without an answer. */
    List<Message> unanswered() {
      List<Message> unanswered = new ArrayList<>();
      for (int at = 0; at < sent.size(); at++) {
        if (answers.get(at).isEmpty()) {
          unanswered.add(sent.get(at));
        }
      }
      return unanswered;
    }

    /** The worker goes on with {@code event}; what has no answer stays on its way. */
    Option<Reaction> feed(Event event) {
      return goOn(worker.after(event), unanswered());
    }

    /** The worker goes on; these messages stay on their way. */
    Option<Reaction> goOn(Worker next, List<Message> late) {
      return Option.some(Reaction.of(next, Message.of(home, next), late));
    }

    /** The worker stays where it is and sends these; what has no answer stays on its way. */
    Option<Reaction> send(List<Message> messages) {
      return Option.some(Reaction.of(worker, messages, unanswered()));
    }
  }

  /**
   * What happens next.
   *
   * @param worker at its next step
   * @param sent what it sends for that
   * @param answers what it has heard of that
   * @param late the messages that nobody waits for any more, but that may still arrive
   */
  record Reaction(
      Worker worker, List<Message> sent, List<Option<Event>> answers, List<Message> late) {

    static Reaction of(Worker worker, List<Message> sent, List<Message> late) {
      return new Reaction(
          worker, sent, Collections.nCopies(sent.size(), Option.<Event>none()), late);
    }
  }

  /** Waits for every answer; after a time-out, what has none is in doubt. */
  Driver FAITHFUL =
      waiting -> {
        if (!waiting.isAnswered() && !waiting.timedOut()) {
          return Option.none();
        }
        List<Event> answers = new ArrayList<>();
        for (int at = 0; at < waiting.sent().size(); at++) {
          Message message = waiting.sent().get(at);
          answers.add(waiting.answers().get(at).getOrElse(() -> Answers.none(message)));
        }
        return waiting.feed(Answers.joined(answers));
      };
}

package io.twophase.domain.explorer.model;

import io.twophase.domain.protocol.Event;
import io.twophase.domain.protocol.Worker;
import io.vavr.control.Option;
import java.util.ArrayList;
import java.util.List;

/** Feeds a worker what came of its step: as it must be done, or as a test double breaks it. */
@FunctionalInterface
public interface Driver {

  /** What the driver makes of the answers so far, if it does not wait for more. */
  Option<Reaction> react(Waiting waiting);

  /**
   * A worker and what has come of the messages of its step.
   *
   * @param worker at the step that was sent
   * @param sent the messages of the step
   * @param answers to each of them, as far as they have come
   * @param timedOut whether no more answers come
   */
  record Waiting(Worker worker, List<Message> sent, List<Option<Event>> answers, boolean timedOut) {

    /** Whether every message has an answer. */
    public boolean isAnswered() {
      return answers.stream().allMatch(Option::isDefined);
    }

    /** Those without an answer. */
    public List<Message> unanswered() {
      List<Message> unanswered = new ArrayList<>();
      for (int at = 0; at < sent.size(); at++) {
        if (answers.get(at).isEmpty()) {
          unanswered.add(sent.get(at));
        }
      }
      return unanswered;
    }

    /** The worker goes on with {@code event}; what has no answer stays on its way. */
    public Option<Reaction> feed(Event event) {
      return Option.some(new Reaction(worker.after(event), unanswered()));
    }
  }

  /**
   * What happens next.
   *
   * @param worker at its next step
   * @param late the messages that nobody waits for any more, but that may still arrive
   */
  record Reaction(Worker worker, List<Message> late) {}

  /** Waits for every answer; after a time-out, what has none is in doubt. */
  Driver FAITHFUL =
      waiting -> {
        if (!waiting.isAnswered() && !waiting.timedOut()) {
          return Option.none();
        }
        List<Event> answers = new ArrayList<>();
        for (int at = 0; at < waiting.sent().size(); at++) {
          Message message = waiting.sent().get(at);
          answers.add(waiting.answers().get(at).getOrElse(() -> Answer.none(message)));
        }
        return waiting.feed(Answer.joined(answers));
      };
}

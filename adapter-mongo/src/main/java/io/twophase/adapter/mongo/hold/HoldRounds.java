package io.twophase.adapter.mongo.hold;

import io.twophase.adapter.mongo.call.FirstAnswers;
import io.twophase.adapter.mongo.call.FirstWrites;
import io.twophase.adapter.mongo.call.Part;
import io.twophase.adapter.mongo.driver.RefusedWriteException;
import io.twophase.adapter.mongo.driver.TooLargeException;
import io.twophase.adapter.mongo.hold.stored.Seen;
import io.twophase.adapter.mongo.hold.write.Adoptions;
import io.twophase.domain.hold.Answer;
import io.twophase.domain.hold.HoldRules;
import io.twophase.domain.hold.Placing;
import io.twophase.domain.hold.RecordId;
import io.twophase.domain.hold.Target;
import io.vavr.Tuple;
import io.vavr.Tuple2;
import io.vavr.control.Option;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Places holds on the targets of one collection: one command of updates and one of inserts where
 * all guards hold. Where some do not, or the server refuses one for its size, the targets are read
 * and {@link HoldRules} says why; what the rules would allow by what was read is sent again, each
 * alone. That is no breach of rule 4: the one before was answered, and is not there.
 */
final class HoldRounds {

  private static final int TRIES = 20;

  private final TargetCollection targets;
  private final HoldRules rules;
  private final Explanation explanation;

  HoldRounds(TargetCollection targets, HoldRules rules) {
    this.targets = targets;
    this.rules = rules;
    this.explanation = new Explanation(rules);
  }

  /** Requests to be sent. */
  Part<Answer> of(List<Placing> asked) {
    PlaceCall call = new PlaceCall(targets, rules, asked);
    return new Part<>() {
      @Override
      public FirstWrites first() {
        return call.first();
      }

      @Override
      public List<Answer> finish(FirstAnswers sent) {
        call.take(sent);
        return answers(call, asked.size());
      }

      @Override
      public List<Answer> alone() {
        call.isAlone();
        return Part.super.alone();
      }
    };
  }

  private List<Answer> answers(PlaceCall call, int requests) {
    for (int tries = 0; tries < TRIES && !call.answers().open().isEmpty(); tries++) {
      explain(call);
    }
    for (int place : call.answers().open()) {
      targets.forget().run();
      call.answers().answer(place, Explanation.ofStuck(call.target(place), TRIES));
    }
    return call.answers().inOrder(requests);
  }

  /** Reads the targets of the open requests; what has no answer by them is sent again alone. */
  private void explain(PlaceCall call) {
    List<Integer> places = call.answers().open();
    Option<List<Option<Seen>>> read =
        call.read(() -> targets.reads().find(places.stream().map(call::target).toList()));
    if (read.isEmpty()) {
      call.answers().restIsInDoubt(places);
      return;
    }
    Set<Tuple2<Target, RecordId>> explained = new HashSet<>();
    Set<Target> waiting = new HashSet<>();
    for (int at = 0; at < places.size() && call.answers().isOpen(places.get(at)); at++) {
      // what was read does not show the hold that the record's other request has placed since
      Target target = rules.stored(call.target(places.get(at)));
      if (!explained.add(Tuple.of(target, call.asked(places.get(at)).record()))) {
        waiting.add(target);
      } else if (!waiting.contains(target)) {
        explain(call, places.get(at), read.get().get(at));
      }
    }
  }

  private void explain(PlaceCall call, int place, Option<Seen> seen) {
    Option<Option<Seen>> confirmed = call.read(() -> confirmed(call, place, seen));
    if (confirmed.isEmpty()) {
      call.answers().restIsInDoubt(List.of(place));
      return;
    }
    Option<Seen> found = confirmed.get();
    Option<Answer> answer = of(call, place, found);
    if (answer.isDefined()) {
      call.answers().answer(place, answer.get());
    } else if (call.isInsert(place)) {
      insertAgain(call, place);
    } else {
      updateAgain(call, place, found.get());
    }
  }

  private Option<Answer> of(PlaceCall call, int place, Option<Seen> seen) {
    return explanation.of(call.traits(place), call.asked(place), seen);
  }

  /**
   * A target that refuses the claim, or that is not there, as a majority confirms it: any other
   * read may be older than an acknowledged write that gave what is asked for.
   */
  private Option<Seen> confirmed(PlaceCall call, int place, Option<Seen> seen) {
    boolean refuses =
        of(call, place, seen)
            .exists(
                answer ->
                    answer.kind() == Answer.Kind.REFUSED || answer.kind() == Answer.Kind.SHORT);
    return refuses || seen.isEmpty() ? targets.reads().confirmed(call.target(place), seen) : seen;
  }

  /**
   * The id is free: another document has a value of a unique index; or had one, or the id, a moment
   * ago; or there is an index that was not known.
   */
  private void insertAgain(PlaceCall call, int place) {
    Option<Option<Answer>> explained =
        call.read(() -> ofTaken(call, place).orElse(() -> renewed(call, place)));
    if (explained.isEmpty()) {
      call.answers().restIsInDoubt(List.of(place));
    } else if (explained.get().isDefined()) {
      call.answers().answer(place, explained.get().get());
    } else {
      try {
        call.insertAgain(place);
      } catch (RefusedWriteException refused) {
        call.answers().answer(place, Explanation.ofRefused(call.target(place), refused));
      }
    }
  }

  private Option<Answer> ofTaken(PlaceCall call, int place) {
    return call.target(place)
        .fold(
            account -> Option.none(),
            document ->
                targets
                    .taken()
                    .of(call.placeholder(place), call.traits(place).unique())
                    .map(one -> Explanation.ofTaken(document, one)));
  }

  private Option<Answer> renewed(PlaceCall call, int place) {
    call.renew(place);
    return explanation.always(call.traits(place), call.asked(place).claim());
  }

  private void updateAgain(PlaceCall call, int place, Seen found) {
    try {
      call.updateAgain(place, Adoptions.of(found, call.asked(place).claim()));
    } catch (TooLargeException noRoom) {
      call.answers().answer(place, explanation.ofNoRoom(call.asked(place), found, noRoom));
    } catch (RefusedWriteException refused) {
      call.answers().answer(place, Explanation.ofRefused(call.target(place), refused));
    }
  }
}

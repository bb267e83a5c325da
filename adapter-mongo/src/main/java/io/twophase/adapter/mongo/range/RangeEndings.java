package io.twophase.adapter.mongo.range;

import io.twophase.adapter.mongo.document.Field;
import io.twophase.adapter.mongo.driver.Answer;
import io.twophase.adapter.mongo.driver.Matches;
import io.twophase.adapter.mongo.driver.Reads;
import io.twophase.adapter.mongo.driver.Recount;
import io.twophase.adapter.mongo.driver.Writes;
import io.twophase.adapter.mongo.element.RangeElements;
import io.twophase.adapter.mongo.server.Batches;
import io.twophase.domain.outcome.MatchOutcome;
import io.twophase.domain.range.RangeHold;
import io.twophase.ports.StoreException;
import io.vavr.control.Option;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.bson.BsonArray;
import org.bson.BsonDocument;

/**
 * Settles, releases and withdraws ranges: one command where all are as the caller knows them. An
 * update that ends a hold names its figures, for what it gives back are these; so those that the
 * caller does not know are read before. Where an update matches nothing, only a count on the batch
 * and the epoch alone says that no such hold is there (rule 18): one that is there all the same was
 * changed in between, and is read again.
 */
final class RangeEndings {

  private static final int TRIES = 20;

  private final Writes writes;
  private final Reads reads;

  RangeEndings(Writes writes, Reads reads) {
    this.writes = writes;
    this.reads = reads;
  }

  /** One answer for each, in their order. */
  List<MatchOutcome> end(List<Ending> endings) {
    return new Call(endings).answers();
  }

  /** The endings of one call, and how far they are. */
  private final class Call {

    private final List<Ending> endings;
    private final List<MatchOutcome> answers;

    /** The holds to be ended, where they are known. */
    private final List<Option<RangeHold>> known;

    /** Those that an update of this call may have ended, and it is not told. */
    private final Set<Integer> maybeEnded = new HashSet<>();

    private boolean sentAny;

    Call(List<Ending> endings) {
      this.endings = endings;
      this.answers = new ArrayList<>(Batches.all(endings, MatchOutcome.IN_DOUBT));
      this.known = new ArrayList<>(endings.stream().map(Ending::known).toList());
    }

    List<MatchOutcome> answers() {
      List<Integer> open = IntStream.range(0, endings.size()).boxed().toList();
      for (int tries = 0; tries < TRIES; tries++) {
        Answer<List<Integer>> stillOpen =
            read(open).flatMap(this::end).flatMap(this::thatAreStillThere);
        if (stillOpen.isInDoubt()) {
          return answers;
        }
        open = stillOpen.getOrElse(List.of());
        if (open.isEmpty()) {
          return answers;
        }
        open.forEach(at -> known.set(at, Option.none()));
      }
      Ending stuck = endings.get(open.get(0));
      throw new StoreException(
          "account "
              + stuck.account()
              + " has a "
              + stuck
              + " that does not end: it is not as it was placed, or the account cannot be read");
    }

    /** Reads the holds that are not known; answers what it was given. */
    private Answer<List<Integer>> read(List<Integer> open) {
      List<Integer> unknown = open.stream().filter(at -> known.get(at).isEmpty()).toList();
      if (unknown.isEmpty()) {
        return Answer.certain(open);
      }
      List<String> ids = unknown.stream().map(at -> endings.get(at).account().value()).toList();
      return (sentAny
              ? Answer.ofFollowUpRead(() -> reads.fieldById(Field.PENDING, ids))
              : Answer.certain(reads.fieldById(Field.PENDING, ids)))
          .map(
              seen -> {
                unknown.forEach(at -> known.set(at, found(endings.get(at), seen)));
                return open;
              });
    }

    private static Option<RangeHold> found(Ending ending, Map<String, BsonDocument> seen) {
      Option<RangeHold> found =
          Option.of(seen.get(ending.account().value()))
              .map(account -> account.get(Field.PENDING))
              .filter(pending -> pending != null && pending.isArray())
              .map(pending -> (BsonArray) pending)
              .flatMap(holds -> RangeElements.of(ending.batch(), holds))
              .filter(ending::ends);
      if (!found.forAll(hold -> hold.range().allows(ending.net()))) {
        throw new IllegalArgumentException(
            "a settle of " + ending.net() + " of account " + ending.account() + " by " + found);
      }
      return found;
    }

    /** Ends those that are known; answers those that are not known to have ended by it. */
    private Answer<List<Integer>> end(List<Integer> open) {
      List<Integer> sent = open.stream().filter(at -> known.get(at).isDefined()).toList();
      if (sent.isEmpty()) {
        return Answer.certain(open);
      }
      return sent(() ->
              writes.update(
                  sent.stream()
                      .map(
                          at ->
                              RangeUpdates.end(
                                  endings.get(at).account(),
                                  known.get(at).get(),
                                  endings.get(at).net()))
                      .toList()))
          .map(matched -> withoutEnded(open, sent, matched));
    }

    private List<Integer> withoutEnded(List<Integer> open, List<Integer> sent, Matches matched) {
      Set<Integer> rest = new LinkedHashSet<>(open);
      for (int next = 0; next < sent.size(); next++) {
        boolean isEnded = matched.total() == sent.size() || matched.of(next).contains(1);
        if (isEnded) {
          answers.set(sent.get(next), MatchOutcome.MATCHED);
          rest.remove(sent.get(next));
        } else if (matched.of(next).isEmpty()) {
          maybeEnded.add(sent.get(next));
        }
      }
      return List.copyOf(rest);
    }

    /** Counts those that are not known to have ended; answers which of them are there. */
    private Answer<List<Integer>> thatAreStillThere(List<Integer> open) {
      if (open.isEmpty()) {
        return Answer.certain(open);
      }
      return sent(() -> count(open))
          .flatMap(matched -> Recount.unlessTold(open, matched, this::count))
          .map(
              there -> {
                List<Integer> present = new ArrayList<>();
                for (int next = 0; next < open.size(); next++) {
                  if (there.contains(next)) {
                    present.add(open.get(next));
                  } else {
                    answers.set(
                        open.get(next), Matches.outcome(maybeEnded.contains(open.get(next))));
                  }
                }
                return Collections.unmodifiableList(present);
              });
    }

    private Answer<Matches> count(List<Integer> asked) {
      return writes.update(
          asked.stream()
              .map(endings::get)
              .map(ending -> RangeUpdates.present(ending.account(), ending.batch(), ending.epoch()))
              .toList());
    }

    /** The first command fails where the store cannot be reached; a later one is in doubt. */
    private Answer<Matches> sent(Supplier<Answer<Matches>> command) {
      if (sentAny) {
        return Answer.ofFollowUp(command);
      }
      Answer<Matches> answer = command.get();
      sentAny = true;
      return answer;
    }
  }
}

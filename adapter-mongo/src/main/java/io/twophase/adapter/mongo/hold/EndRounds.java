package io.twophase.adapter.mongo.hold;

import com.mongodb.client.model.WriteModel;
import io.twophase.adapter.mongo.call.FirstAnswers;
import io.twophase.adapter.mongo.call.FirstWrites;
import io.twophase.adapter.mongo.call.Part;
import io.twophase.adapter.mongo.driver.Answer;
import io.twophase.adapter.mongo.driver.Matches;
import io.twophase.adapter.mongo.driver.Recount;
import io.twophase.adapter.mongo.driver.RefusedWriteException;
import io.twophase.adapter.mongo.hold.write.EndWrites;
import io.twophase.adapter.mongo.server.Batches;
import io.twophase.domain.hold.Ending;
import io.twophase.domain.hold.Hold;
import io.twophase.domain.hold.Target;
import io.twophase.domain.outcome.MatchOutcome;
import io.twophase.domain.participant.Home;
import io.twophase.ports.StoreException;
import io.vavr.control.Option;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.bson.BsonDocument;

/**
 * Ends the holds of one collection: one command where all are as their callers know them. The
 * figures of open ranges that their callers do not know are read before. Where a write matches
 * nothing, what it names is not there; of an open range, only a count says so, and one that is
 * there all the same was changed in between, and is read again.
 *
 * <p>Each write was acknowledged. So where the server tells only how many matched, what has not
 * ended by them was not there, whatever is answered.
 */
final class EndRounds {

  private static final int TRIES = 20;

  private final TargetCollection targets;
  private final Home home;

  EndRounds(TargetCollection targets, Home home) {
    this.targets = targets;
    this.home = home;
  }

  /** Requests to be sent. Open ranges that are not known are read here. */
  Part<MatchOutcome> of(List<Ending> asked) {
    Call call = new Call(asked.stream().map(one -> new EndWrites(home, one)).toList());
    List<Integer> all = IntStream.range(0, asked.size()).boxed().toList();
    call.read(all);
    Call.Round first = call.round(all, EndWrites::first);
    return new Part<>() {
      @Override
      public FirstWrites first() {
        return FirstWrites.ofUpdates(targets.writes(), first.models);
      }

      @Override
      public List<MatchOutcome> finish(FirstAnswers sent) {
        return call.finish(
            first, first.models.isEmpty() ? Answer.certain(Matches.none()) : sent.updates());
      }
    };
  }

  /** The requests of one call, and how far they are. */
  private final class Call {

    private final List<EndWrites> asked;
    private final Map<Integer, Hold> known = new HashMap<>();
    private final List<MatchOutcome> answers;

    /** The server has not told whether a write of this call ended these. */
    private final Set<Integer> maybeEnded = new HashSet<>();

    Call(List<EndWrites> asked) {
      this.asked = asked;
      this.answers = new ArrayList<>(Batches.all(asked, MatchOutcome.IN_DOUBT));
      for (int at = 0; at < asked.size(); at++) {
        int place = at;
        asked.get(at).known().forEach(hold -> known.put(place, hold));
      }
    }

    /** Reads the open ranges that are not known. */
    private void read(List<Integer> open) {
      List<Integer> unknown = open.stream().filter(at -> !known.containsKey(at)).toList();
      List<Option<List<Hold>>> seen = targets.reads().holds(targets(unknown));
      for (int next = 0; next < unknown.size(); next++) {
        int place = unknown.get(next);
        seen.get(next).flatMap(asked.get(place)::among).forEach(hold -> known.put(place, hold));
      }
    }

    private Round round(
        List<Integer> open, BiFunction<EndWrites, Hold, List<WriteModel<BsonDocument>>> models) {
      Round round = new Round();
      for (int at : open) {
        Hold hold = known.get(at);
        if (hold != null) {
          models.apply(asked.get(at), hold).forEach(model -> round.add(at, model));
        }
      }
      return round;
    }

    List<MatchOutcome> finish(Round first, Answer<Matches> answer) {
      List<Integer> open = IntStream.range(0, asked.size()).boxed().toList();
      Round round = first;
      Answer<Matches> sent = answer;
      for (int tries = 0; tries < TRIES; tries++) {
        Answer<List<Integer>> stillOpen = after(open, round, sent);
        if (stillOpen.isInDoubt()) {
          return answers;
        }
        open = stillOpen.getOrElse(List.of());
        if (open.isEmpty()) {
          return answers;
        }
        List<Integer> again = open;
        known.keySet().removeAll(again);
        if (Answer.ofFollowUpRead(
                () -> {
                  read(again);
                  return true;
                })
            .isInDoubt()) {
          return answers;
        }
        round = round(again, EndWrites::first);
        sent = round.send();
      }
      throw stuck(asked.get(open.get(0)).asked());
    }

    /** Answers which holds are there all the same, once the server has answered a round. */
    private Answer<List<Integer>> after(List<Integer> open, Round round, Answer<Matches> sent) {
      return sent.flatMap(
          matches -> {
            List<Integer> unended = round.unended(open, matches);
            return otherwise(unended).flatMap(this::thatAreStillThere);
          });
    }

    /** Ends those that are there in another form; answers the others. */
    private Answer<List<Integer>> otherwise(List<Integer> unended) {
      Round second = round(unended, EndWrites::otherwise);
      return second.send().map(matches -> second.unended(unended, matches));
    }

    /** Of ranges, counts which are there all the same; none of the others is. */
    private Answer<List<Integer>> thatAreStillThere(List<Integer> unended) {
      List<Integer> counted = unended.stream().filter(at -> asked.get(at).isCounted()).toList();
      return present(counted)
          .flatMap(
              there ->
                  told(unended.stream().filter(at -> !there.contains(at)).toList())
                      .map(told -> counted.stream().filter(there::contains).toList()));
    }

    /**
     * Answers those that are not there. Which of them a write of this call has ended, where the
     * server does not say, is guessed: not one whose target is still held in its place.
     */
    private Answer<Boolean> told(List<Integer> gone) {
      List<Integer> untold = gone.stream().filter(maybeEnded::contains).toList();
      return Answer.ofFollowUpRead(
          () -> {
            Set<Integer> ended = new HashSet<>();
            List<Option<List<Hold>>> seen = targets.reads().holds(targets(untold));
            for (int next = 0; next < untold.size(); next++) {
              EndWrites one = asked.get(untold.get(next));
              if (one.mayHaveEnded(seen.get(next))) {
                ended.add(untold.get(next));
              }
            }
            gone.forEach(at -> answers.set(at, Matches.outcome(ended.contains(at))));
            return true;
          });
    }

    private List<Target> targets(List<Integer> places) {
      return places.stream().map(at -> asked.get(at).asked().target()).toList();
    }

    private Answer<Set<Integer>> present(List<Integer> open) {
      if (open.isEmpty()) {
        return Answer.certain(Set.of());
      }
      Function<List<Integer>, Answer<Matches>> count =
          some ->
              targets.writes().update(some.stream().map(at -> asked.get(at).present()).toList());
      return Answer.ofFollowUp(() -> count.apply(open))
          .flatMap(matched -> Recount.unlessTold(open, matched, count))
          .map(
              there -> {
                Set<Integer> places = new HashSet<>();
                there.forEach(next -> places.add(open.get(next)));
                return places;
              });
    }

    /** What can be ended has ended by now: the other collections' holds are sent all the same. */
    private static RefusedWriteException stuck(Ending one) {
      return new RefusedWriteException(
          new StoreException(
              one.target()
                  + " has a hold of "
                  + one.record()
                  + one.at().map(at -> " at epoch " + at).getOrElse("")
                  + " that does not end: it is not as it was placed, or the target cannot be"
                  + " read"));
    }

    /** The writes of one command, and what each is for. */
    private final class Round {

      private final List<Integer> owners = new ArrayList<>();
      private final List<WriteModel<BsonDocument>> models = new ArrayList<>();

      private void add(int owner, WriteModel<BsonDocument> model) {
        owners.add(owner);
        models.add(model);
      }

      /** It follows a first command. */
      private Answer<Matches> send() {
        return models.isEmpty()
            ? Answer.certain(Matches.none())
            : Answer.ofFollowUp(() -> targets.writes().update(models));
      }

      /** Answers those that have ended by it; those of {@code open} that are not known to have. */
      private List<Integer> unended(List<Integer> open, Matches matches) {
        Set<Integer> sent = new HashSet<>(owners);
        Set<Integer> ended = new HashSet<>();
        if (matches.total() == sent.size()) {
          ended.addAll(sent);
        } else {
          for (int next = 0; next < owners.size(); next++) {
            if (matches.of(next).exists(count -> count > 0)) {
              ended.add(owners.get(next));
            } else if (matches.of(next).isEmpty()) {
              maybeEnded.add(owners.get(next));
            }
          }
        }
        ended.forEach(at -> answers.set(at, MatchOutcome.MATCHED));
        return open.stream().filter(at -> !ended.contains(at)).toList();
      }
    }
  }
}

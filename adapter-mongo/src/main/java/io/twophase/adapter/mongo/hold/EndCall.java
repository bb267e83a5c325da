package io.twophase.adapter.mongo.hold;

import com.mongodb.client.model.WriteModel;
import io.twophase.adapter.mongo.driver.Calls;
import io.twophase.adapter.mongo.driver.Matches;
import io.twophase.adapter.mongo.driver.RefusedWriteException;
import io.twophase.adapter.mongo.driver.Reply;
import io.twophase.adapter.mongo.driver.Sending;
import io.twophase.domain.document.Home;
import io.twophase.domain.hold.Ending;
import io.twophase.domain.hold.Hold;
import io.twophase.domain.hold.Target;
import io.twophase.domain.record.MatchOutcome;
import io.twophase.ports.StoreException;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiFunction;
import java.util.function.BooleanSupplier;
import org.bson.BsonDocument;
import org.jspecify.annotations.Nullable;

/**
 * Ends the holds of one collection: one command where all are as their callers know them. The
 * figures of open ranges that their callers do not know are read before. Where a write matches
 * nothing, what it names is not there; of an open range, only a count says so, and one that is
 * there all the same was changed in between, and is read again.
 *
 * <p>Each write was acknowledged. So where the server tells only how many matched, what has not
 * ended by them was not there, whatever is answered.
 */
public final class EndCall implements Calls.Part<MatchOutcome> {

  private static final int TRIES = 20;

  private final TargetReads targets;
  private final BooleanSupplier takesHolds;
  private final List<EndWrites> asked;
  private final @Nullable Hold[] known;
  private final List<MatchOutcome> answers;
  private final Round first;
  private final Sending sending;

  /** The server has not told whether a write of this call ended these. */
  private final Set<Integer> maybeEnded = new HashSet<>();

  /**
   * Requests to be sent. Open ranges that are not known are read here.
   *
   * @param takesHolds whether anything in the collection may ever have been held
   */
  EndCall(TargetReads targets, Home home, BooleanSupplier takesHolds, List<Ending> ends) {
    this.targets = targets;
    this.takesHolds = takesHolds;
    this.asked = ends.stream().map(one -> new EndWrites(home, one)).toList();
    this.known = new Hold[asked.size()];
    this.answers = new ArrayList<>(Collections.nCopies(asked.size(), MatchOutcome.IN_DOUBT));
    List<Integer> all = new ArrayList<>(asked.size());
    for (int at = 0; at < asked.size(); at++) {
      known[at] = asked.get(at).known().orElse(null);
      all.add(at);
    }
    read(all);
    this.first = new Round(all, EndWrites::first);
    this.sending = new Sending(targets.writes(), first.models, List.of());
  }

  /** Reads the open ranges that are not known. */
  private void read(List<Integer> open) {
    List<Integer> unknown = open.stream().filter(at -> known[at] == null).toList();
    if (unknown.isEmpty()) {
      return;
    }
    List<Optional<List<Hold>>> seen = targets.holds(targets(unknown));
    for (int next = 0; next < unknown.size(); next++) {
      EndWrites one = asked.get(unknown.get(next));
      known[unknown.get(next)] = seen.get(next).flatMap(one::among).orElse(null);
    }
  }

  private List<Target> targets(List<Integer> places) {
    return places.stream().map(at -> asked.get(at).asked().target()).toList();
  }

  @Override
  public Sending first() {
    return sending;
  }

  @Override
  public List<MatchOutcome> finish() {
    try {
      return ended(sending.updates());
    } catch (RefusedWriteException refused) {
      if (takesHolds.getAsBoolean()) {
        throw refused;
      }
      // its hold was refused with the collection, so there is nothing to end
      return Collections.nCopies(asked.size(), MatchOutcome.NOT_MATCHED);
    }
  }

  private List<MatchOutcome> ended(Reply<Matches> answer) {
    Round round = first;
    Reply<Matches> sent = answer;
    for (int tries = 0; tries < TRIES; tries++) {
      Reply<List<Integer>> stillOpen = after(round, sent);
      List<Integer> open = stillOpen.getOrElse(List.of());
      if (open.isEmpty()) {
        return answers;
      }
      open.forEach(at -> known[at] = null);
      if (Reply.ofFollowUp(
              () -> {
                read(open);
                return Reply.certain(true);
              })
          .isInDoubt()) {
        return answers;
      }
      round = new Round(open, EndWrites::first);
      sent = round.send();
    }
    throw stuck(asked.get(round.open.get(0)).asked());
  }

  /** Answers which holds are there all the same, once the server has answered a round. */
  private Reply<List<Integer>> after(Round round, Reply<Matches> sent) {
    return sent.map(round::unended).flatMap(this::otherwise).flatMap(this::thatAreStillThere);
  }

  /** Ends those that are there in another form; answers the others. */
  private Reply<List<Integer>> otherwise(List<Integer> unended) {
    Round second = new Round(unended, EndWrites::otherwise);
    return second.send().map(second::unended);
  }

  /**
   * Returns the holds that are still there: of ranges, counts which are there all the same; none of
   * the others is.
   */
  private Reply<List<Integer>> thatAreStillThere(List<Integer> unended) {
    List<Integer> counted = unended.stream().filter(at -> asked.get(at).isCounted()).toList();
    return present(counted)
        .flatMap(
            there -> {
              List<Integer> gone = new ArrayList<>(unended);
              gone.removeAll(there);
              return told(gone).map(told -> there);
            });
  }

  /**
   * Answers those that are not there. Which of them a write of this call has ended, where the
   * server does not say, is guessed: not one whose target is still held in its place.
   */
  private Reply<Boolean> told(List<Integer> gone) {
    List<Integer> untold = gone.stream().filter(maybeEnded::contains).toList();
    return Reply.ofFollowUpRead(
        () -> {
          List<Optional<List<Hold>>> seen = targets.holds(targets(untold));
          gone.forEach(at -> answers.set(at, MatchOutcome.NOT_MATCHED));
          for (int next = 0; next < untold.size(); next++) {
            EndWrites one = asked.get(untold.get(next));
            answers.set(untold.get(next), Matches.outcome(one.mayHaveEnded(seen.get(next))));
          }
          return true;
        });
  }

  private Reply<List<Integer>> present(List<Integer> open) {
    if (open.isEmpty()) {
      return Reply.certain(List.of());
    }
    return Reply.ofFollowUp(() -> count(open))
        .flatMap(matched -> matched.places(open, this::count))
        .map(there -> there.stream().mapToObj(open::get).toList());
  }

  private Reply<Matches> count(List<Integer> some) {
    return targets.writes().update(some.stream().map(at -> asked.get(at).present()).toList());
  }

  /**
   * Returns the refusal of a hold that does not end. The others have ended by now: the other
   * collections' holds are sent all the same.
   */
  private static RefusedWriteException stuck(Ending one) {
    return new RefusedWriteException(
        new StoreException(
            ("%s has a hold of %s%s that does not end: it is not as it was placed, or the"
                    + " target cannot be read")
                .formatted(
                    one.target(), one.record(), one.at().map(at -> " at epoch " + at).orElse(""))));
  }

  /** The writes of one command, and what each is for. */
  private final class Round {

    private final List<Integer> open;
    private final List<Integer> owners = new ArrayList<>();
    private final List<WriteModel<BsonDocument>> models = new ArrayList<>();

    private Round(
        List<Integer> open, BiFunction<EndWrites, Hold, List<WriteModel<BsonDocument>>> of) {
      this.open = open;
      for (int at : open) {
        Hold hold = known[at];
        if (hold != null) {
          for (WriteModel<BsonDocument> model : of.apply(asked.get(at), hold)) {
            owners.add(at);
            models.add(model);
          }
        }
      }
    }

    /** It follows a first command. */
    private Reply<Matches> send() {
      return models.isEmpty()
          ? Reply.certain(Matches.none())
          : Reply.ofFollowUp(() -> targets.writes().update(models));
    }

    /** Answers those that have ended by it; those of {@code open} that are not known to have. */
    private List<Integer> unended(Matches matches) {
      boolean haveAll = matches.total() == owners.stream().distinct().count();
      BitSet ended = new BitSet();
      for (int next = 0; next < owners.size(); next++) {
        int owner = owners.get(next);
        Optional<Integer> count = matches.of(next);
        if (haveAll || count.filter(matched -> matched > 0).isPresent()) {
          ended.set(owner);
          answers.set(owner, MatchOutcome.MATCHED);
        } else if (count.isEmpty()) {
          maybeEnded.add(owner);
        }
      }
      return open.stream().filter(at -> !ended.get(at)).toList();
    }
  }
}

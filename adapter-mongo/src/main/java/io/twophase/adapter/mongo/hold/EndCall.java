package io.twophase.adapter.mongo.hold;

import static io.twophase.adapter.mongo.document.Docs.doc;

import com.mongodb.client.model.DeleteOneModel;
import com.mongodb.client.model.ReplaceOneModel;
import com.mongodb.client.model.UpdateOneModel;
import com.mongodb.client.model.WriteModel;
import io.twophase.adapter.mongo.document.Field;
import io.twophase.adapter.mongo.document.GuardFilters.ChangeUpdates;
import io.twophase.adapter.mongo.document.Values;
import io.twophase.adapter.mongo.driver.Calls;
import io.twophase.adapter.mongo.driver.RefusedWriteException;
import io.twophase.adapter.mongo.driver.Reply;
import io.twophase.adapter.mongo.driver.Reply.Matches;
import io.twophase.adapter.mongo.driver.Sending;
import io.twophase.adapter.mongo.driver.Table;
import io.twophase.adapter.mongo.hold.HoldCodec.HoldFilters;
import io.twophase.domain.Epoch;
import io.twophase.domain.document.CollectionName;
import io.twophase.domain.document.Names;
import io.twophase.domain.hold.Claim;
import io.twophase.domain.hold.Claim.Ending;
import io.twophase.domain.hold.Claim.Placing;
import io.twophase.domain.hold.Hold;
import io.twophase.domain.hold.Hold.Home;
import io.twophase.domain.hold.Hold.Target;
import io.twophase.domain.operation.DocumentOperation;
import io.twophase.domain.operation.DocumentOperation.CheckAbsent;
import io.twophase.domain.operation.DocumentOperation.HoldMode;
import io.twophase.domain.operation.DocumentOperation.InsertDocument;
import io.twophase.domain.record.MatchOutcome;
import io.twophase.ports.StoreException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiFunction;
import org.bson.BsonDocument;
import org.jspecify.annotations.Nullable;

/**
 * Ends the holds of one collection: one command where all are as their callers know them. The
 * figures of open ranges that their callers do not know are read before. If a write matches
 * nothing, then the hold that it names is not there; for an open range, only a count says so, and
 * one that is there all the same was changed in between, and is read again.
 *
 * <p>Each write was acknowledged. So where the server tells only how many matched, what has not
 * ended by them was not there, whatever is answered.
 */
public final class EndCall {

  private static final int TRIES = 20;

  private final MongoHolds holds;
  private final CollectionName name;
  private final Table writes;
  private final List<Request> requests;
  private final Round first;
  private final Sending sending;

  /** A request, and what the call knows of it. */
  private static final class Request {

    private final EndWrites end;
    private @Nullable Hold known;
    private MatchOutcome answer = MatchOutcome.IN_DOUBT;

    /** A mark that the server has not told whether a write of this call has ended the hold. */
    private boolean maybeEnded;

    Request(EndWrites end) {
      this.end = end;
      this.known = end.known().orElse(null);
    }
  }

  /** Requests to be sent, of targets of one collection. Open ranges that are not known are read. */
  EndCall(MongoHolds holds, CollectionName name, List<Ending> ends) {
    this.holds = holds;
    this.name = name;
    this.writes = holds.table(name);
    this.requests =
        read(ends.stream().map(one -> new Request(new EndWrites(holds.home, one))).toList());
    this.first = new Round(requests, EndWrites::first);
    this.sending = new Sending(writes, first.models, List.of());
  }

  /** Reads the open ranges that are not known; answers all that are given. */
  private List<Request> read(List<Request> open) {
    List<Request> unknown = open.stream().filter(one -> one.known == null).toList();
    List<Optional<List<Hold>>> seen = unknown.isEmpty() ? List.of() : holds(unknown);
    for (int at = 0; at < unknown.size(); at++) {
      Request one = unknown.get(at);
      one.known = seen.get(at).flatMap(one.end::among).orElse(null);
    }
    return open;
  }

  private List<Optional<List<Hold>>> holds(List<Request> some) {
    return holds.targets(name).holds(some.stream().map(one -> one.end.asked().target()).toList());
  }

  Calls.Part<MatchOutcome> part() {
    return new Calls.Part<>(sending, this::finish);
  }

  private List<MatchOutcome> finish() {
    try {
      Reply<Matches> answer = sending.updates();
      Reply.ofFollowUp(() -> end(answer));
      return requests.stream().map(one -> one.answer).toList();
    } catch (RefusedWriteException refused) {
      if (name.equals(holds.accounts) || holds.known.isStored(name)) {
        throw refused;
      }
      // its hold was refused with the collection, so there is nothing to end
      return Collections.nCopies(requests.size(), MatchOutcome.NOT_MATCHED);
    }
  }

  /** An end without an answer stays in doubt: a write is, or the store cannot be reached. */
  private Reply<Boolean> end(Reply<Matches> answer) {
    Round round = first;
    Reply<Matches> sent = answer;
    for (int tries = 0; ; tries++) {
      List<Request> open = after(round, sent).getOrElse(List.of());
      if (open.isEmpty()) {
        return Reply.certain(true);
      }
      if (tries == TRIES) {
        throw stuck(open.get(0).end.asked());
      }
      open.forEach(one -> one.known = null);
      round = new Round(read(open), EndWrites::first);
      sent = round.send();
    }
  }

  /** Answers which holds are there all the same, once the server has answered a round. */
  private Reply<List<Request>> after(Round round, Reply<Matches> sent) {
    return sent.map(round::unended)
        .flatMap(
            unended ->
                unended.isEmpty()
                    ? Reply.certain(unended)
                    : otherwise(unended).flatMap(this::thatAreStillThere));
  }

  /** Ends those that are there in another form; answers the others. */
  private Reply<List<Request>> otherwise(List<Request> unended) {
    Round second = new Round(unended, EndWrites::otherwise);
    return second.send().map(second::unended);
  }

  /**
   * Returns the holds that are still there: of ranges, counts which are there all the same; none of
   * the others is.
   */
  private Reply<List<Request>> thatAreStillThere(List<Request> unended) {
    return present(unended.stream().filter(one -> one.end.isCounted()).toList())
        .map(
            there -> {
              List<Request> gone = new ArrayList<>(unended);
              gone.removeAll(there);
              told(gone);
              return there;
            });
  }

  /**
   * Answers those that are not there. If the server does not say which of them a write of this call
   * has ended, then the call guesses: not one whose target is still held in its place.
   */
  private void told(List<Request> gone) {
    List<Request> untold = gone.stream().filter(one -> one.maybeEnded).toList();
    List<Optional<List<Hold>>> seen = untold.isEmpty() ? List.of() : holds(untold);
    gone.forEach(one -> one.answer = MatchOutcome.NOT_MATCHED);
    for (int at = 0; at < untold.size(); at++) {
      Request one = untold.get(at);
      one.answer = Matches.outcome(one.end.mayHaveEnded(seen.get(at)));
    }
  }

  private Reply<List<Request>> present(List<Request> open) {
    if (open.isEmpty()) {
      return Reply.certain(List.of());
    }
    return count(open)
        .flatMap(matched -> matched.places(open, this::count))
        .map(there -> there.stream().mapToObj(open::get).toList());
  }

  private Reply<Matches> count(List<Request> some) {
    return writes.update(some.stream().map(one -> one.end.present()).toList());
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

    private final List<Request> open;
    private final List<Request> owners = new ArrayList<>();
    private final List<WriteModel<BsonDocument>> models = new ArrayList<>();

    private Round(
        List<Request> open, BiFunction<EndWrites, Hold, List<WriteModel<BsonDocument>>> of) {
      this.open = open;
      for (Request one : open) {
        if (one.known != null) {
          List<WriteModel<BsonDocument>> its = of.apply(one.end, one.known);
          models.addAll(its);
          owners.addAll(Collections.nCopies(its.size(), one));
        }
      }
    }

    /** It follows a first command. */
    private Reply<Matches> send() {
      return models.isEmpty() ? Reply.certain(Matches.none()) : writes.update(models);
    }

    /** Answers those that have ended by it; those of {@code open} that are not known to have. */
    private List<Request> unended(Matches matches) {
      boolean haveAll = matches.total() == owners.stream().distinct().count();
      Set<Request> ended = new HashSet<>();
      for (int at = 0; at < owners.size(); at++) {
        Request owner = owners.get(at);
        Optional<Integer> count = haveAll ? Optional.of(1) : matches.of(at);
        if (count.filter(matched -> matched > 0).isPresent()) {
          ended.add(owner);
          owner.answer = MatchOutcome.MATCHED;
        } else if (count.isEmpty()) {
          owner.maybeEnded = true;
        }
      }
      return open.stream().filter(one -> !ended.contains(one)).toList();
    }
  }

  /**
   * The end of a hold as guarded writes. A write that ends a range names its figures, for these are
   * given back; so a range of whatever figures is read first, unless its caller knows it, and only
   * a count on what names it says that there is none. Any other hold is named whole by its claim,
   * or as it was seen.
   */
  public record EndWrites(Home home, Ending asked) {

    /**
     * The hold that ends, as far as it is known: of an open range the figures that its caller has.
     *
     * @throws IllegalArgumentException if a range that is not open does not allow what is to move
     */
    public Optional<Hold> known() {
      return asked.isOpen()
          ? asked.known().filter(hold -> asked.finds(home, hold) && isAllowedBy(hold))
          : asked.claim().map(this::named).or(() -> asked.known());
    }

    private Hold named(Claim claim) {
      Epoch at = asked.at().orElse(Epoch.NONE);
      return allowing(Hold.of(home, new Placing(asked.record(), at, claim)));
    }

    private boolean isAllowedBy(Hold hold) {
      return hold.range().allows(asked.net());
    }

    private Hold allowing(Hold hold) {
      if (!isAllowedBy(hold)) {
        throw new IllegalArgumentException("an end by " + asked.net() + " of " + hold);
      }
      return hold;
    }

    /**
     * The hold that ends among those that were read.
     *
     * @throws IllegalArgumentException if it does not allow what is to move
     */
    public Optional<Hold> among(List<Hold> holds) {
      return holds.stream().filter(hold -> asked.finds(home, hold)).findFirst().map(this::allowing);
    }

    /** Returns whether the target's holds of now allow that the hold ended a moment ago. */
    public boolean mayHaveEnded(Optional<List<Hold>> holds) {
      return holds
          .map(there -> there.stream().noneMatch(this::isInPlace))
          .orElse(asked.target() instanceof Target.OfDocument);
    }

    private boolean isInPlace(Hold hold) {
      return hold.isOf(home, asked.record()) && hold.mode() == asked.mode();
    }

    /** The epoch that the hold must have: of an open range the epoch at which it is known. */
    private Optional<Epoch> at(Hold hold) {
      return asked.at().or(() -> asked.isOpen() ? Optional.of(hold.epoch()) : Optional.empty());
    }

    /**
     * The writes of which at most one matches: who gives back a hold need not know whether its
     * document is a placeholder. None of a range of nothing, for none is ever placed.
     */
    public List<WriteModel<BsonDocument>> first(Hold hold) {
      if (hold.mode() == HoldMode.ESCROW) {
        return hold.range().isNothing()
            ? List.of()
            : List.of(
                TargetWrites.end(asked.target(), hold, at(hold), asked.net(), asked.happens()));
      }
      return asked
          .claim()
          .flatMap(Claim::ofDocument)
          .map(Claim.OfDocument::operation)
          .map(
              operation ->
                  asked.happens()
                      ? List.of(settled(operation, hold))
                      : givenBack(
                          hold,
                          operation instanceof InsertDocument || operation instanceof CheckAbsent))
          .orElseGet(() -> givenBack(hold, hold.mode() == HoldMode.EXCLUSIVE));
    }

    /** The writes for what the first have not found: it may be there in another form. */
    public List<WriteModel<BsonDocument>> otherwise(Hold hold) {
      return hold.mode() == HoldMode.ESCROW && !hold.range().isNothing()
          ? TargetWrites.endOtherwise(asked.target(), hold, at(hold), asked.net(), asked.happens())
          : List.of();
    }

    private WriteModel<BsonDocument> settled(DocumentOperation operation, Hold hold) {
      Target target = asked.target();
      BsonDocument held = HoldFilters.of(target, held(hold));
      BsonDocument heldPlaceholder =
          HoldFilters.of(target, List.of(HoldFilters.isPlaceholderOf(hold), held(hold)));
      BsonDocument mark = doc(Names.LAST_TRANSACTION, TargetWrites.lastTransaction(hold));
      return operation.<WriteModel<BsonDocument>>fold(
          insert -> {
            BsonDocument inserted = Values.document(insert.fields());
            inserted.putAll(mark);
            return new ReplaceOneModel<>(heldPlaceholder, HoldFilters.of(target, inserted));
          },
          change -> {
            BsonDocument update = ChangeUpdates.of(change.changes());
            update.computeIfAbsent("$set", none -> doc()).asDocument().putAll(mark);
            update.putAll(HoldFilters.pulled(hold, asked.at()));
            return new UpdateOneModel<>(held, update);
          },
          remove -> new DeleteOneModel<>(held),
          // it is not changed, and so bears no mark
          check -> new UpdateOneModel<>(held, HoldFilters.pulled(hold, asked.at())),
          absent -> new DeleteOneModel<>(heldPlaceholder),
          add -> {
            throw DocumentPlaces.noRange(add);
          });
    }

    private BsonDocument held(Hold hold) {
      return HoldFilters.has(
          HoldFilters.at(
              asked.at(),
              asked.claim().isPresent()
                  ? HoldFilters.of(hold).with(Field.OPERATION, hold.digest())
                  : HoldFilters.element(hold)));
    }

    /** A placeholder goes with its hold; a document that others have marked as one stays. */
    private List<WriteModel<BsonDocument>> givenBack(Hold hold, boolean mayBePlaceholder) {
      BsonDocument held = held(hold);
      BsonDocument pulled = HoldFilters.pulled(hold, asked.at());
      Target target = asked.target();
      if (!mayBePlaceholder) {
        return List.of(new UpdateOneModel<>(HoldFilters.of(target, List.of(held)), pulled));
      }
      return List.of(
          new DeleteOneModel<>(
              HoldFilters.of(target, List.of(HoldFilters.isPlaceholderOf(hold), held))),
          new UpdateOneModel<>(
              HoldFilters.of(
                  target, List.of(HoldFilters.not(HoldFilters.isPlaceholderOf(hold)), held)),
              pulled));
    }

    /**
     * Returns whether only a count can say that the hold is not there, once no write has ended the
     * hold. The hold is an open range then, or a range that is settled, whose figures may be
     * damaged.
     */
    public boolean isCounted() {
      return asked.isOpen()
          || (asked.happens()
              && asked.claim().filter(claim -> claim.mode() == HoldMode.ESCROW).isPresent());
    }

    /**
     * The write matches if the range that ends is there, and changes nothing. An open range matches
     * whatever its figures are, any other range only if its figures cannot be read.
     *
     * @throws java.util.NoSuchElementException of what is no range
     */
    public UpdateOneModel<BsonDocument> present() {
      Claim.OfRange range = asked.claim().flatMap(Claim::ofRange).orElseThrow();
      BsonDocument there =
          asked.isOpen()
              ? HoldFilters.hasAdmitted(home, asked.record(), range, asked.at())
              : HoldFilters.hasDamaged(home, asked.record(), range, asked.at());
      return new UpdateOneModel<>(HoldFilters.of(asked.target(), there), HoldFilters.nothing());
    }
  }
}

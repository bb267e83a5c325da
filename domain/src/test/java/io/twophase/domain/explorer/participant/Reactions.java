package io.twophase.domain.explorer.participant;

import io.twophase.domain.explorer.model.Store;
import io.twophase.domain.explorer.state.Memo;
import io.twophase.domain.operation.Operation;
import io.twophase.domain.outcome.DocumentHoldOutcome;
import io.twophase.domain.outcome.TransactionLookup;
import io.twophase.domain.participant.DocumentRefusal;
import io.twophase.domain.protocol.Event;
import io.twophase.domain.testing.Fixtures;
import io.twophase.domain.transaction.State;
import io.twophase.domain.transaction.Timeline;
import io.twophase.domain.transaction.Transaction;
import io.twophase.domain.transaction.Transition;
import io.twophase.domain.value.Fields;
import io.vavr.control.Option;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongUnaryOperator;

/** What the store and the workers do, by numbers: each case is put to the real code once. */
final class Reactions {

  /** A worker has reacted: its number now, and the messages it does not wait for any more. */
  record Reaction(char actor, String late) {}

  /** How an operation is done to what is decided, or the promise that it breaks. */
  record Deed(char decided, char broken) {}

  private static final int BITS = Character.SIZE;

  private final Scenario scenario;
  private final Codes codes;
  private final List<Reaction> reactions = new ArrayList<>();
  private final List<Deed> deeds = new ArrayList<>();
  private final Memo onRecord = new Memo();
  private final Memo vain = new Memo();
  private final Memo onPlace = new Memo();
  private final Memo refusals = new Memo();
  private final Memo decisions = new Memo();
  private final Memo reads = new Memo();
  private final Memo answers = new Memo();
  private final Memo timeOuts = new Memo();
  private final Memo crashes = new Memo();
  private final Memo impatience = new Memo();
  private final LongUnaryOperator isVain = this::vain;
  private final LongUnaryOperator deliverToRecord = this::deliverToRecord;
  private final LongUnaryOperator deliverToPlace = this::deliverToPlace;
  private final LongUnaryOperator refuse = this::refuse;
  private final LongUnaryOperator decide = this::decide;
  private final LongUnaryOperator read = this::read;
  private final LongUnaryOperator hear = this::hear;
  private final LongUnaryOperator timeOut = this::timeOut;
  private final LongUnaryOperator crash = this::crash;
  private final LongUnaryOperator losePatience = this::losePatience;

  Reactions(Scenario scenario, Codes codes) {
    this.scenario = scenario;
    this.codes = codes;
  }

  /** The parts of an answer, each in its place: 0 is the last one packed. */
  static char part(long packed, int place) {
    return (char) (packed >>> (place * BITS));
  }

  static long pack(long first, char... more) {
    long packed = first;
    for (char part : more) {
      packed = packed << BITS | part;
    }
    return packed;
  }

  /** The event (0) and the record then (1). */
  long deliverToRecord(char message, char record) {
    return onRecord.get(pack(message, record), deliverToRecord);
  }

  /** Whether a message changes a record, and can never change it any more. */
  boolean isVain(char message, char record) {
    return vain.get(pack(message, record), isVain) == 1;
  }

  /** The event (0) and what is stored then (1). */
  long deliverToPlace(char message, char stored) {
    return onPlace.get(pack(message, stored), deliverToPlace);
  }

  /** The promise that is broken by an answer, where that is decided of the document. */
  char refusal(char message, char answer, char decided) {
    return (char) refusals.get(pack(message, answer, decided), refuse);
  }

  /**
   * What comes of a transaction's operation, where that is decided of the document, by the record
   * that decides it.
   */
  Deed decided(int cast, int operation, char decided, char record) {
    return deeds.get((int) decisions.get(pack(cast, (char) operation, decided, record), decide));
  }

  /** The actor that has read the record. */
  char read(char actor, char record, boolean stuck) {
    return (char) reads.get(pack(actor, record, (char) (stuck ? 1 : 0)), read);
  }

  /** The actor that has heard {@code event} of the message at {@code place} of those it sent. */
  Reaction hear(char actor, char place, char event) {
    return reactions.get((int) answers.get(pack(actor, place, event), hear));
  }

  /** The actor that has stopped waiting. */
  Reaction timeOut(char actor) {
    return reactions.get((int) timeOuts.get(actor, timeOut));
  }

  /** The actor that has died. */
  Reaction crash(char actor) {
    return reactions.get((int) crashes.get(actor, crash));
  }

  /** The actor that does not wait for room any more. */
  Reaction losePatience(char actor) {
    return reactions.get((int) impatience.get(actor, losePatience));
  }

  private long deliverToRecord(long key) {
    Message.Change change = (Message.Change) codes.message(part(key, 1));
    return scenario
        .storage()
        .move(change.transition(), codes.record(part(key, 0)))
        .fold(
            no -> pack(part(key, 0), codes.number(Answers.moved(false))),
            changed -> moved(forgetful(changed)));
  }

  /**
   * The same record; once it is decided, nobody asks who decided it, nor why, unless it is an
   * authorization: who comes too late is told whether it was voided or has expired.
   */
  private static Transaction forgetful(Transaction record) {
    Transaction brief = Store.withoutTimes(record);
    return record.state().isDecided()
        ? new Transaction(
            brief.body(),
            brief.state(),
            brief.epoch(),
            Option.none(),
            Option.none(),
            Option.none(),
            brief.reason().map(why -> Authorizations.is(brief.body()) ? why : Fixtures.ON_REQUEST),
            brief.createdAt(),
            brief.lastModified(),
            Timeline.NONE,
            brief.progress())
        : brief;
  }

  private long moved(Transaction changed) {
    return pack(codes.number(changed), codes.number(Answers.moved(true)));
  }

  private long vain(long key) {
    if (codes.message(part(key, 1)) instanceof Message.Change change) {
      Transaction record = codes.record(part(key, 0));
      Transition transition = change.transition();
      boolean isStateOver = record.state() != transition.from() && record.state().isDecided();
      boolean isYetToCome =
          transition.from() == State.APPLIED || transition.from() == State.CANCELING;
      boolean isEpochOver = transition.fromEpoch().exists(epoch -> epoch.olderThan(record.epoch()));
      return isEpochOver || (isStateOver && !isYetToCome) || record.state().isFinal() ? 1 : 0;
    }
    return 0;
  }

  private long deliverToPlace(long key) {
    Storage.Delivery delivery =
        scenario
            .storage()
            .deliver(codes.stored(part(key, 0)), (Message.OnHeld) codes.message(part(key, 1)));
    return pack(codes.number(delivery.stored()), codes.number(delivery.answer()));
  }

  /** The promise that is broken where a hold of as much as there is is of another amount. */
  char notAsMuchAsThereIs(char message, char before, char after) {
    return before == after
        ? Codes.KEPT
        : AtMost.broken(codes.message(message), codes.stored(before), codes.stored(after))
            .map(codes::broken)
            .getOrElse(Codes.KEPT);
  }

  /** A refusal is true of what is decided; of an escrow bound, only of the holds. */
  private long refuse(long key) {
    Event answer = codes.event(part(key, 1));
    if (!(codes.message(part(key, 2)) instanceof Message.OnDocument message)
        || !(answer instanceof Event.Holds)
        || !(Answers.outcome(answer) instanceof DocumentHoldOutcome.Refused refused)
        || refused.refusal() instanceof DocumentRefusal.BoundReached) {
      return Codes.KEPT;
    }
    Operation operation = message.leg().operation();
    Option<Fields> decided = codes.decided(part(key, 0));
    return Decided.allows(operation, decided)
        ? codes.broken(
            "refused is "
                + TraceText.of(operation)
                + ", and as decided it can be: "
                + TraceText.of(decided))
        : Codes.KEPT;
  }

  private long decide(long key) {
    Cast cast = scenario.casts().get(part(key, 3));
    Operation operation =
        Authorizations.captured(
            codes.record(part(key, 0)), cast.body().operations().get(part(key, 2)));
    Option<Fields> before = codes.decided(part(key, 1));
    deeds.add(
        Decided.after(operation, before)
            .map(after -> new Deed(codes.decided(after), Codes.KEPT))
            .getOrElse(
                () ->
                    new Deed(
                        part(key, 1),
                        codes.broken(
                            cast.name()
                                + " is decided, and as decided "
                                + TraceText.of(operation)
                                + " cannot be: "
                                + TraceText.of(before)))));
    return deeds.size() - 1L;
  }

  private long read(long key) {
    Actor reader = codes.actor(part(key, 2));
    Transaction record = scenario.storage().read(reader.role(), codes.record(part(key, 1)));
    Event seen =
        new Event.Seen(
            new TransactionLookup.Found(record, reader.role().clock()), part(key, 0) == 1);
    return codes.number(Actor.at(reader.home(), reader.role(), reader.worker().after(seen)));
  }

  private long hear(long key) {
    Actor sender = codes.actor(part(key, 2));
    return react(sender.answered(part(key, 1), codes.event(part(key, 0))), false);
  }

  private long timeOut(long key) {
    return react(codes.actor((int) key), true);
  }

  private long crash(long key) {
    Actor actor = codes.actor((int) key);
    return add(actor.leaving(), actor.waiting(true).unanswered());
  }

  private long losePatience(long key) {
    Actor actor = codes.actor((int) key);
    return add(
        Actor.at(actor.home(), actor.role(), actor.worker().after(new Event.PatienceSpent())),
        List.of());
  }

  private long react(Actor actor, boolean timedOut) {
    return scenario
        .driver()
        .react(actor.waiting(timedOut))
        .map(reaction -> add(actor.after(reaction), reaction.late()))
        .getOrElse(() -> add(actor, List.of()));
  }

  private long add(Actor actor, List<Message> late) {
    StringBuilder messages = new StringBuilder();
    late.forEach(message -> messages.append(codes.number(message)));
    reactions.add(new Reaction(codes.number(actor), messages.toString()));
    return reactions.size() - 1L;
  }
}

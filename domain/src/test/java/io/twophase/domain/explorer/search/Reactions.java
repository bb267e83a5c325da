package io.twophase.domain.explorer.search;

import io.twophase.domain.account.Account;
import io.twophase.domain.account.Hold;
import io.twophase.domain.explorer.model.Actor;
import io.twophase.domain.explorer.model.Message;
import io.twophase.domain.explorer.model.Scenario;
import io.twophase.domain.explorer.model.Store;
import io.twophase.domain.explorer.state.Codes;
import io.twophase.domain.explorer.state.Memo;
import io.twophase.domain.id.AccountId;
import io.twophase.domain.operation.Leg;
import io.twophase.domain.outcome.TransactionLookup;
import io.twophase.domain.protocol.Event;
import io.vavr.collection.HashMap;
import io.vavr.collection.Map;
import io.vavr.control.Option;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongUnaryOperator;

/** What the store and the workers do, by numbers: each case is put to the real code once. */
final class Reactions {

  /** A worker has reacted: its number now, and the messages it does not wait for any more. */
  record Reaction(char actor, String late) {}

  private static final int BITS = Character.SIZE;

  private final Scenario scenario;
  private final Codes codes;
  private final List<Reaction> reactions = new ArrayList<>();
  private final Memo onRecord = new Memo();
  private final Memo onAccount = new Memo();
  private final Memo reads = new Memo();
  private final Memo answers = new Memo();
  private final Memo timeOuts = new Memo();
  private final Memo crashes = new Memo();
  private final Memo givingUps = new Memo();
  private final LongUnaryOperator deliverToRecord = this::deliverToRecord;
  private final LongUnaryOperator deliverToAccount = this::deliverToAccount;
  private final LongUnaryOperator read = this::read;
  private final LongUnaryOperator hear = this::hear;
  private final LongUnaryOperator timeOut = this::timeOut;
  private final LongUnaryOperator crash = this::crash;
  private final LongUnaryOperator giveUp = this::giveUp;

  Reactions(Scenario scenario, Codes codes) {
    this.scenario = scenario;
    this.codes = codes;
  }

  /** The parts of an answer, each in its place: 0 is the last one packed. */
  static char part(long packed, int place) {
    return (char) (packed >>> (place * BITS));
  }

  private static long pack(long first, char... more) {
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

  /** The event (0), the hold then (1) and the account's figures then (2). */
  long deliverToAccount(char message, char figures, char hold) {
    return onAccount.get(pack(message, figures, hold), deliverToAccount);
  }

  /** The actor that has read the record. */
  char read(char actor, char record, boolean stuck) {
    return (char) reads.get(pack(actor, record, (char) (stuck ? 1 : 0)), read);
  }

  /** The actor that has heard {@code event} of the message at {@code place} of its step. */
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

  /** The actor that has given up. */
  Reaction giveUp(char actor) {
    return reactions.get((int) givingUps.get(actor, giveUp));
  }

  private long deliverToRecord(long key) {
    Store store = new Store(codes.record(part(key, 0)), HashMap.empty());
    Store.Delivery delivery = scenario.rules().deliver(store, codes.message(part(key, 1)));
    return pack(codes.record(delivery.store().record()), codes.number(delivery.answer()));
  }

  private long deliverToAccount(long key) {
    Message.OnAccount message = (Message.OnAccount) codes.message(part(key, 2));
    Leg leg = message.leg();
    Account account = Codes.holding(codes.figures(part(key, 1)), codes.hold(part(key, 0)));
    Map<AccountId, Account> accounts = HashMap.of(account.id(), account);
    Store.Delivery delivery = scenario.rules().deliver(new Store(Option.none(), accounts), message);
    Account changed = delivery.store().account(leg);
    Option<Hold> hold = changed.holds().get(leg.transaction());
    return pack(codes.figures(changed), codes.hold(hold), codes.number(delivery.answer()));
  }

  private long read(long key) {
    Actor reader = codes.actor(part(key, 2));
    TransactionLookup lookup =
        codes
            .record(part(key, 1))
            .<TransactionLookup>map(found -> new TransactionLookup.Found(found, Duration.ZERO))
            .getOrElse(() -> new TransactionLookup.Absent(reader.worker().id()));
    Event seen = new Event.Seen(lookup, part(key, 0) == 1);
    return codes.number(reader.goingOn(reader.worker().after(seen)));
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
    return add(actor.leaving(actor.worker()), actor.waiting(true).unanswered());
  }

  private long giveUp(long key) {
    Actor actor = codes.actor((int) key);
    return add(
        actor.leaving(actor.worker().after(new Event.GaveUp())), actor.waiting(true).unanswered());
  }

  private long react(Actor actor, boolean timedOut) {
    return scenario
        .driver()
        .react(actor.waiting(timedOut))
        .map(reaction -> add(actor.goingOn(reaction.worker()), reaction.late()))
        .getOrElse(() -> add(actor, List.of()));
  }

  private long add(Actor actor, List<Message> late) {
    StringBuilder messages = new StringBuilder();
    late.forEach(message -> messages.append(codes.number(message)));
    reactions.add(new Reaction(codes.number(actor), messages.toString()));
    return reactions.size() - 1L;
  }
}

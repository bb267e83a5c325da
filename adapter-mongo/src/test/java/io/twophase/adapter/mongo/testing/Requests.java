package io.twophase.adapter.mongo.testing;

import static io.twophase.domain.testing.Fixtures.accountId;
import static io.twophase.domain.testing.Fixtures.epoch;

import io.twophase.domain.hold.Claim;
import io.twophase.domain.hold.Claim.Ending;
import io.twophase.domain.hold.Claim.Placing;
import io.twophase.domain.hold.Claim.Stamping;
import io.twophase.domain.hold.Hold;
import io.twophase.domain.hold.Hold.Home;
import io.twophase.domain.hold.Hold.Range;
import io.twophase.domain.hold.Hold.Scale;
import io.twophase.domain.hold.Hold.Target;
import io.twophase.domain.hold.RecordId;
import io.twophase.domain.operation.DocumentOperation;
import io.twophase.domain.operation.DocumentOperation.AddToField;
import io.twophase.domain.operation.DocumentOperation.HoldMode;
import io.twophase.domain.testing.Fixtures;
import java.util.Currency;
import java.util.Optional;

/** Short names for what tests ask of holds. */
public final class Requests {

  private Requests() {}

  /** A range of an account's money, in dollars. */
  public static Placing range(String record, long at, String account, Range range) {
    return range(record, at, account, range, Fixtures.USD);
  }

  /** A range of an account's money. */
  public static Placing range(
      String record, long at, String account, Range range, Currency currency) {
    RecordId id = new RecordId(record);
    return new Placing(
        id,
        epoch(at),
        new Claim.OfRange(
            new Target.OfAccount(accountId(account)),
            new Scale.Money(currency),
            range,
            id.isOfMany()));
  }

  /** A debit in cents, at epoch 1. */
  public static Placing debit(String record, String account, long amount) {
    return range(record, 1, account, Range.whole(amount, 0));
  }

  /** A credit in cents, at epoch 1. */
  public static Placing credit(String record, String account, long amount) {
    return range(record, 1, account, Range.whole(0, amount));
  }

  /** The claim of an operation on a document, at epoch 1. */
  public static Placing on(String record, DocumentOperation operation) {
    return on(record, 1, operation);
  }

  /** The claim of an operation on a document. */
  public static Placing on(String record, long at, DocumentOperation operation) {
    RecordId id = new RecordId(record);
    return new Placing(id, epoch(at), claim(id, operation));
  }

  private static Claim claim(RecordId id, DocumentOperation operation) {
    return operation.mode() == HoldMode.ESCROW
        ? ofAddition((AddToField) operation, id.isOfMany())
        : new Claim.OfDocument(id.transaction(), operation);
  }

  private static Claim ofAddition(AddToField add, boolean isOpen) {
    return new Claim.OfRange(
        new Target.OfDocument(add.document()),
        new Scale.OfField(add.field(), add.floor(), add.ceiling()),
        Range.whole(Math.max(0, -add.amount()), Math.max(0, add.amount())),
        isOpen);
  }

  /** The same request at another epoch. */
  public static Placing at(long other, Placing asked) {
    return new Placing(asked.record(), epoch(other), asked.claim());
  }

  /** The end that moves all of a range that goes one way, or does a document's operation. */
  public static Ending settle(Placing held) {
    return settle(
        held,
        held.claim().fold(range -> range.range().credit() - range.range().debit(), document -> 0L));
  }

  /** The end that moves a number by {@code net}. */
  public static Ending settle(Placing held, long net) {
    return Ending.settle(held.record(), held.claim(), held.epoch(), net, Optional.empty());
  }

  /** The end without effect, at the request's epoch. */
  public static Ending withdraw(Placing held) {
    return Ending.withdraw(held.record(), held.claim(), held.epoch(), Optional.empty());
  }

  /** The end without effect, at any epoch. */
  public static Ending release(Placing held) {
    return Ending.release(held.record(), held.claim());
  }

  /** The stamp that raises the hold of a request. */
  public static Stamping stamp(Home home, Placing held, long to) {
    return new Stamping(held.claim().target(), Hold.of(home, held), epoch(to));
  }
}

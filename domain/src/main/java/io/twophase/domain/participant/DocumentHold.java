package io.twophase.domain.participant;

import io.twophase.domain.digest.OperationDigest;
import io.twophase.domain.id.Epoch;
import io.twophase.domain.id.TransactionId;
import io.twophase.domain.operation.HoldMode;
import io.vavr.control.Option;
import java.util.Collections;
import java.util.Set;

/**
 * What a pending transaction has set aside on one document.
 *
 * @param home where its record is
 * @param transaction whose it is; a document has at most one hold of a transaction of one home
 * @param epoch the epoch it was placed at or stamped with; only this one can settle it
 * @param mode which other holds there may be beside it
 * @param operation the digest of what it is for, {@link OperationDigest}
 * @param fields the top-level fields that a check names, or the one that is added to
 * @param amount what is added or taken, of an escrow hold; zero of others
 */
public record DocumentHold(
    Home home,
    TransactionId transaction,
    Epoch epoch,
    HoldMode mode,
    String operation,
    Set<String> fields,
    long amount) {

  /** The fields do not change. */
  public DocumentHold {
    fields = Set.copyOf(fields);
  }

  /** The hold of an operation. */
  public static DocumentHold of(DocumentLeg leg) {
    HeldFields held = leg.operation().fold(HeldFields.CASES);
    return new DocumentHold(
        leg.home(),
        leg.transaction(),
        leg.epoch(),
        leg.operation().mode(),
        OperationDigest.of(leg.operation()),
        held.names(),
        held.amount());
  }

  /** Whether it is of the same transaction, whatever it is for. */
  public boolean isOfSameTransaction(DocumentHold other) {
    return home.equals(other.home) && transaction.equals(other.transaction);
  }

  /** Whether it is of the same transaction and for exactly the same, at whatever epoch. */
  public boolean isSameExceptEpoch(DocumentHold other) {
    return at(other.epoch).equals(other);
  }

  /**
   * Whether a document that has this hold can have no other transaction's {@code other} beside it.
   * The same either way round.
   */
  public boolean excludes(DocumentHold other) {
    boolean exclusive = mode == HoldMode.EXCLUSIVE || other.mode == HoldMode.EXCLUSIVE;
    return exclusive || (mode != other.mode && !Collections.disjoint(fields, other.fields));
  }

  /** The field that it adds to, if it is an escrow hold. */
  public Option<String> escrowField() {
    return Option.when(mode == HoldMode.ESCROW, () -> fields.iterator().next());
  }

  /** The same at another epoch. */
  public DocumentHold at(Epoch other) {
    return new DocumentHold(home, transaction, other, mode, operation, fields, amount);
  }
}

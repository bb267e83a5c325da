package io.twophase.domain.hold;

import io.twophase.domain.TransactionId;
import io.twophase.domain.operation.DocumentOperation;
import io.twophase.domain.operation.HoldMode;
import io.twophase.domain.operation.OperationDigest;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

/** A request of a record on one target. A record may have a check and a range on one target. */
public sealed interface Claim {

  /** The target. */
  Target target();

  /** Returns which other holds the target may have beside this claim's. */
  HoldMode mode();

  /**
   * Returns whether the hold, of this claim's record, is one that it may have placed at some epoch.
   */
  boolean admits(Hold hold);

  /** Answers what the function for this kind of claim says. */
  default <T> T fold(
      Function<? super OfRange, ? extends T> range,
      Function<? super OfDocument, ? extends T> document) {
    if (this instanceof OfRange one) {
      return range.apply(one);
    }
    return document.apply((OfDocument) this);
  }

  /** This claim, if it is one of a range. */
  default Optional<OfRange> ofRange() {
    return fold(Optional::of, document -> Optional.empty());
  }

  /** This claim, if it is one of an operation on a document. */
  default Optional<OfDocument> ofDocument() {
    return fold(range -> Optional.empty(), Optional::of);
  }

  /**
   * A claim of one or more members that add to a number.
   *
   * @param scale the number
   * @param range how far they may move it
   * @param open whether the record may have placed other amounts: one of several members any, since
   *     fewer may have taken part; one of a debit at most less
   */
  record OfRange(Target target, Scale scale, Range range, boolean open) implements Claim {

    @Override
    public HoldMode mode() {
      return HoldMode.ESCROW;
    }

    @Override
    public boolean admits(Hold hold) {
      return hold.mode() == HoldMode.ESCROW
          && hold.fields().equals(fields())
          && (open ? hold.record().isOfMany() || isPart(hold.range()) : range.equals(hold.range()));
    }

    private boolean isPart(Range held) {
      return isPart(held.debit(), range.debit(), held.had())
          && isPart(held.credit(), range.credit(), held.could());
    }

    /** Less is held only if the hold says how much there was. */
    private static boolean isPart(long held, long asked, Optional<Long> there) {
      return held == asked || (held > 0 && held < asked && there.isPresent());
    }

    /** The field that a hold of it names; none, if the target is an account. */
    Set<String> fields() {
      return scale.fold(money -> Set.of(), field -> Set.of(field.name()));
    }

    /** This request, for another range. */
    public OfRange of(Range other) {
      return new OfRange(target, scale, other, open);
    }
  }

  /**
   * A claim of a member that checks a document, or changes it. Several members that check the same
   * share the claim.
   *
   * @param member one of them
   * @param operation no addition: {@link OfRange} is the claim of those
   */
  record OfDocument(TransactionId member, DocumentOperation operation) implements Claim {

    /**
     * @throws IllegalArgumentException if the operation adds to a field
     */
    public OfDocument {
      if (operation.mode() == HoldMode.ESCROW) {
        throw new IllegalArgumentException("a claim of a range: " + operation);
      }
    }

    @Override
    public Target target() {
      return new Target.OfDocument(operation.document());
    }

    @Override
    public HoldMode mode() {
      return operation.mode();
    }

    @Override
    public boolean admits(Hold hold) {
      return hold.mode() == mode() && hold.digest().equals(OperationDigest.of(operation));
    }
  }
}

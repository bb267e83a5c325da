package io.twophase.domain.hold;

import io.twophase.domain.Epoch;
import io.twophase.domain.TransactionId;
import io.twophase.domain.hold.Hold.Home;
import io.twophase.domain.hold.Hold.Range;
import io.twophase.domain.hold.Hold.Scale;
import io.twophase.domain.hold.Hold.Target;
import io.twophase.domain.hold.Stored.Bounds;
import io.twophase.domain.operation.DocumentOperation;
import io.twophase.domain.operation.DocumentOperation.HoldMode;
import io.twophase.domain.operation.DocumentOperation.OperationDigest;
import io.twophase.domain.transaction.CancelReason;
import java.util.List;
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

  /**
   * A hold that a record asks for.
   *
   * @param record whose it is to be
   * @param epoch the epoch of the worker that asks
   * @param claim the target, and what is to be held of it
   */
  record Placing(RecordId record, Epoch epoch, Claim claim) {

    /** The target. */
    public Target target() {
      return claim.target();
    }
  }

  /**
   * A hold that is to be raised to an epoch.
   *
   * @param target which has it
   * @param read the hold, as it was seen
   * @param epoch newer than the hold's
   */
  record Stamping(Target target, Hold read, Epoch epoch) {}

  /**
   * A hold that is to end, with its effect or without. It is named by its record's claim; or, if
   * nobody knows that any more, as it was seen.
   *
   * @param target which has it
   * @param record whose it is
   * @param claim the claim; none of a hold that is named as it was seen
   * @param at its epoch; none if it ends at whatever epoch it is
   * @param happens whether the claim's operation is done: only what is decided
   * @param net by how much a range moves its number; zero if nothing happens, and of a document
   * @param known the hold as an acknowledgement of its own has shown it, so that no store reads it
   *     first, which changes no answer; without a claim, the hold that ends
   */
  record Ending(
      Target target,
      RecordId record,
      Optional<Claim> claim,
      Optional<Epoch> at,
      boolean happens,
      long net,
      Optional<Hold> known) {

    /** Ends a hold with its effect, at the decided epoch. */
    public static Ending settle(
        RecordId record, Claim claim, Epoch at, long net, Optional<Hold> known) {
      return new Ending(
          claim.target(), record, Optional.of(claim), Optional.of(at), true, net, known);
    }

    /** Ends a hold without effect, at exactly that epoch. */
    public static Ending withdraw(RecordId record, Claim claim, Epoch at, Optional<Hold> known) {
      return new Ending(
          claim.target(), record, Optional.of(claim), Optional.of(at), false, 0, known);
    }

    /** Ends a hold without effect, at whatever epoch it is. */
    public static Ending release(RecordId record, Claim claim) {
      return new Ending(
          claim.target(), record, Optional.of(claim), Optional.empty(), false, 0, Optional.empty());
    }

    /** Ends a hold that is proven dead without effect, exactly as it was read. */
    public static Ending of(Target target, Hold dead) {
      return new Ending(
          target,
          dead.record(),
          Optional.empty(),
          Optional.of(dead.epoch()),
          false,
          0,
          Optional.of(dead));
    }

    /** Returns whether the hold is a range whose figures its claim leaves open. */
    public boolean isOpen() {
      return claim.flatMap(Claim::ofRange).filter(OfRange::open).isPresent();
    }

    /** The mode of the hold. */
    public HoldMode mode() {
      return claim.map(Claim::mode).orElseGet(() -> known.orElseThrow().mode());
    }

    /**
     * Returns whether {@code hold} is the hold to end, in a store whose records are at {@code
     * home}.
     */
    public boolean finds(Home home, Hold hold) {
      return claim.isEmpty()
          ? known.equals(Optional.of(hold))
          : hold.isOf(home, record)
              && claim.orElseThrow().admits(hold)
              && (at.isEmpty() || at.orElseThrow().equals(hold.epoch()));
    }
  }

  /**
   * The answer of a target, or of its store, to a request to place a hold.
   *
   * @param kind which of the others say something
   * @param hold the hold that is placed, that is there already, or that is in the way
   * @param elsewhere the target that has the hold that is in the way, if it is another than the one
   *     asked: one that has a value of a unique index
   * @param reason why the target never takes the hold; or, if it is busy, the reason of who has
   *     waited long enough
   * @param available how much may still be claimed to be taken, if there is too little or too much
   * @param receivable how much may still be claimed to be added, likewise
   */
  record Answer(
      Kind kind,
      Optional<Hold> hold,
      Optional<Target> elsewhere,
      Optional<CancelReason> reason,
      long available,
      long receivable) {

    /** The kinds of answer. */
    public enum Kind {
      /** The hold is placed, at the epoch asked. */
      HELD,
      /**
       * A hold of this record is in its place; nothing was changed. It acknowledges the hold asked
       * for only if it is exactly that, at the epoch asked. {@link Claim#admits} says whether the
       * record may have placed it.
       */
      PRESENT,
      /**
       * The hold of another is in the way, or the target has all the holds it may have; nothing was
       * changed. Nothing is said of whether the target's rules would allow the hold.
       */
      BUSY,
      /** The bounds do not allow the range; nothing was changed. */
      SHORT,
      /** The target's rules forbid it for as long as it is as decided now; nothing was changed. */
      REFUSED,
      /** No answer: the hold may be placed, now or later. */
      IN_DOUBT
    }

    /** No answer. */
    public static final Answer IN_DOUBT =
        new Answer(Kind.IN_DOUBT, Optional.empty(), Optional.empty(), Optional.empty(), 0, 0);

    /** The store fails at the target: a record of several leaves out whose target it is. */
    public static final Answer FAILED =
        new Answer(Kind.BUSY, Optional.empty(), Optional.empty(), Optional.empty(), 0, 0);

    private Answer(
        Kind kind, Optional<Hold> hold, Optional<Target> elsewhere, Optional<CancelReason> reason) {
      this(kind, hold, elsewhere, reason, 0, 0);
    }

    /** Returns whether some of the answers are of that kind. */
    public static boolean isAny(List<Answer> answers, Kind kind) {
      for (Answer answer : answers) {
        if (answer.kind() == kind) {
          return true;
        }
      }
      return false;
    }

    /** The hold is placed. */
    public static Answer held(Hold placed) {
      return new Answer(Kind.HELD, Optional.of(placed), Optional.empty(), Optional.empty());
    }

    /** A hold of this record is there. */
    public static Answer present(Hold there) {
      return new Answer(Kind.PRESENT, Optional.of(there), Optional.empty(), Optional.empty());
    }

    /** The hold of another is in the way, on the target that was asked. */
    public static Answer busy(Hold holder, CancelReason afterWaiting) {
      return new Answer(
          Kind.BUSY, Optional.of(holder), Optional.empty(), Optional.of(afterWaiting));
    }

    /** The hold of another is in the way, on another target. */
    public static Answer busy(Hold holder, Target elsewhere, CancelReason afterWaiting) {
      return new Answer(
          Kind.BUSY, Optional.of(holder), Optional.of(elsewhere), Optional.of(afterWaiting));
    }

    /** The bounds do not allow the range. */
    public static Answer shortOf(Bounds bounds) {
      return new Answer(
          Kind.SHORT,
          Optional.empty(),
          Optional.empty(),
          Optional.empty(),
          bounds.available(),
          bounds.receivable());
    }

    /** The target's rules forbid it. */
    public static Answer refused(CancelReason reason) {
      return new Answer(Kind.REFUSED, Optional.empty(), Optional.empty(), Optional.of(reason));
    }
  }
}

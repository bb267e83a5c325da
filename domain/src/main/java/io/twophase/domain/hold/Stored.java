package io.twophase.domain.hold;

import io.twophase.domain.hold.Hold.Range;
import io.twophase.domain.hold.Hold.Scale;
import io.twophase.domain.hold.Hold.Target;
import io.twophase.domain.transaction.CancelReason;
import io.twophase.domain.value.Fields;
import io.vavr.control.Either;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/** A target as it is stored, with what records hold of it. An immutable value. */
public sealed interface Stored permits Account, Document {

  /** Names it. */
  Target target();

  /** The fields that a check may name. */
  Fields fields();

  /** The holds that records have of it, in the order in which the holds were placed. */
  List<Hold> holds();

  /**
   * Returns whether the number is of that scale, as far as it is known: no hold that is there was
   * placed by a claim of another.
   */
  boolean has(Scale scale);

  /**
   * The bounds of a number; or the reason why, as the target is decided now, no claim of it is
   * held.
   */
  Either<CancelReason, Bounds> bounds(Scale scale);

  /** This target with these holds in place of those it has. */
  Stored with(List<Hold> holds);

  /** This target with those bounds of a number, and with no other number. */
  Stored with(Scale scale, Bounds bounds);

  /** This target with a range ended that it holds: see {@link Bounds#ending}. The hold stays. */
  Stored ending(Hold range, long net);

  /** This target as the transaction of that hold leaves it, which has changed it. */
  Stored changedBy(Hold hold);

  /** This target, if it is an account. */
  default Optional<Account> account() {
    return fold(Optional::of, document -> Optional.empty());
  }

  /** This target, if it is a document. */
  default Optional<Document> document() {
    return fold(account -> Optional.empty(), Optional::of);
  }

  /** Returns whether a hold made the document, which goes with that hold. */
  default boolean isPlaceholder() {
    return document().filter(Document::placeholder).isPresent();
  }

  /** Answers what the function for this kind says. */
  <T> T fold(
      Function<? super Account, ? extends T> account,
      Function<? super Document, ? extends T> document);

  /**
   * A number that members add to, and how much of it may still be claimed. All arithmetic of holds
   * is here: O'Neil, "The Escrow Transactional Method" (ACM TODS 11(4), 1986). However holds are
   * settled or given back, in whatever order, the number stays between its floor and its ceiling.
   *
   * @param value the number as settled
   * @param available value - floor - debits held
   * @param receivable ceiling - value - credits held
   */
  record Bounds(long value, long available, long receivable) {

    /** The bounds of a number of which nothing is held. */
    public static Bounds around(long value, long floor, long ceiling) {
      return new Bounds(
          value, Math.subtractExact(value, floor), Math.subtractExact(ceiling, value));
    }

    /**
     * Returns whether the range may be placed: there is enough of each side that it holds something
     * of, and no more than a reduced range says that there was.
     */
    public boolean allows(Range range) {
      return !range.isBeyondInt64()
          && (range.debit() == 0 || available >= range.debit())
          && (range.credit() == 0 || receivable >= range.credit())
          && (range.had().isEmpty() || available <= range.had().orElseThrow())
          && (range.could().isEmpty() || receivable <= range.could().orElseThrow());
    }

    /** The bounds with the range held. */
    public Bounds placing(Range range) {
      return new Bounds(value, available - range.debit(), receivable - range.credit());
    }

    /**
     * The bounds with the range ended: the number moves by {@code net}, and the rest of the range
     * is given back.
     */
    public Bounds ending(Range range, long net) {
      return new Bounds(
          value + net, available + range.debit() + net, receivable + range.credit() - net);
    }
  }

  /**
   * A store tells what it saw where a target was looked for.
   *
   * @param kind which of the others say something
   * @param id names it, in words
   * @param stored the target as it was read, whole
   * @param fault the field that cannot be read, and what is wrong with it
   */
  record Sight(Kind kind, String id, Optional<Stored> stored, Optional<String> fault) {

    /** The kinds of sight. */
    public enum Kind {
      /** The target is there; it may be a placeholder. */
      FOUND,
      /** The target does not exist, nor a placeholder for it. */
      ABSENT,
      /** Something is there that this version cannot read; it is left alone. */
      UNREADABLE
    }

    /** The target is there. */
    public static Sight found(Stored stored) {
      return new Sight(
          Kind.FOUND, stored.target().toString(), Optional.of(stored), Optional.empty());
    }

    /** The target does not exist. */
    public static Sight absent(Target target) {
      return new Sight(Kind.ABSENT, target.toString(), Optional.empty(), Optional.empty());
    }

    /** Something is there that cannot be read. */
    public static Sight unreadable(String id, String fault) {
      return new Sight(Kind.UNREADABLE, id, Optional.empty(), Optional.of(fault));
    }
  }
}

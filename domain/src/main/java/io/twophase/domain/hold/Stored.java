package io.twophase.domain.hold;

import io.twophase.domain.transaction.CancelReason;
import io.twophase.domain.value.Fields;
import io.vavr.control.Either;
import java.util.List;
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

  /** Answers what the function for this kind says. */
  <T> T fold(
      Function<? super Account, ? extends T> account,
      Function<? super Document, ? extends T> document);
}

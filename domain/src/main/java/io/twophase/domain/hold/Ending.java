package io.twophase.domain.hold;

import io.twophase.domain.Epoch;
import io.twophase.domain.document.Home;
import io.vavr.control.Option;

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
public record Ending(
    Target target,
    RecordId record,
    Option<Claim> claim,
    Option<Epoch> at,
    boolean happens,
    long net,
    Option<Hold> known) {

  /**
   * @throws IllegalArgumentException if it names no hold, or has an effect of nothing that is known
   */
  public Ending {
    if (claim.isEmpty() && (known.isEmpty() || happens)) {
      throw new IllegalArgumentException("an end of no claim on " + target);
    }
    if (net != 0 && !happens) {
      throw new IllegalArgumentException("an end of " + record + " without effect by " + net);
    }
  }

  /** Ends a hold with its effect, at the decided epoch. */
  public static Ending settle(
      RecordId record, Claim claim, Epoch at, long net, Option<Hold> known) {
    return new Ending(
        claim.target(), record, Option.some(claim), Option.some(at), true, net, known);
  }

  /** Ends a hold without effect, at exactly that epoch. */
  public static Ending withdraw(RecordId record, Claim claim, Epoch at, Option<Hold> known) {
    return new Ending(claim.target(), record, Option.some(claim), Option.some(at), false, 0, known);
  }

  /** Ends a hold without effect, at whatever epoch it is. */
  public static Ending release(RecordId record, Claim claim) {
    return new Ending(
        claim.target(), record, Option.some(claim), Option.none(), false, 0, Option.none());
  }

  /** Ends a hold that is proven dead without effect, exactly as it was read. */
  public static Ending of(Target target, Hold dead) {
    return new Ending(
        target,
        dead.record(),
        Option.none(),
        Option.some(dead.epoch()),
        false,
        0,
        Option.some(dead));
  }

  /** Whether {@code hold} is the hold to end, in a store whose records are at {@code home}. */
  public boolean finds(Home home, Hold hold) {
    return claim
        .map(
            asked ->
                hold.isOf(home, record)
                    && asked.admits(hold)
                    && at.forAll(epoch -> epoch.equals(hold.epoch())))
        .getOrElse(() -> known.contains(hold));
  }
}

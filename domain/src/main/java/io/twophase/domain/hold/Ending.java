package io.twophase.domain.hold;

import io.twophase.domain.Epoch;
import io.twophase.domain.document.Home;
import java.util.Optional;

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
    Optional<Claim> claim,
    Optional<Epoch> at,
    boolean happens,
    long net,
    Optional<Hold> known) {

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
      RecordId record, Claim claim, Epoch at, long net, Optional<Hold> known) {
    return new Ending(
        claim.target(), record, Optional.of(claim), Optional.of(at), true, net, known);
  }

  /** Ends a hold without effect, at exactly that epoch. */
  public static Ending withdraw(RecordId record, Claim claim, Epoch at, Optional<Hold> known) {
    return new Ending(claim.target(), record, Optional.of(claim), Optional.of(at), false, 0, known);
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

  /**
   * Returns whether {@code hold} is the hold to end, in a store whose records are at {@code home}.
   */
  public boolean finds(Home home, Hold hold) {
    return claim
        .map(
            asked ->
                hold.isOf(home, record)
                    && asked.admits(hold)
                    && at.map(epoch -> epoch.equals(hold.epoch())).orElse(true))
        .orElseGet(() -> known.equals(Optional.of(hold)));
  }
}

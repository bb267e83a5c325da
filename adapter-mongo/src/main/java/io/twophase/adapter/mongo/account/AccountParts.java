package io.twophase.adapter.mongo.account;

import io.twophase.adapter.mongo.call.Part;
import io.twophase.adapter.mongo.driver.Reads;
import io.twophase.adapter.mongo.driver.Writes;
import io.twophase.domain.operation.HoldLimit;
import io.twophase.domain.operation.Leg;
import io.twophase.domain.outcome.AccountHoldOutcome;
import io.twophase.domain.outcome.MatchOutcome;
import java.util.List;

/**
 * What the repository of accounts sends for legs, each batch as the part of a command that others
 * may share. Nothing is sent before the part is.
 */
public final class AccountParts {

  private final HoldPlacement placement;
  private final HoldStamping stamping;
  private final HoldRemoval settling;
  private final HoldRemoval releasing;
  private final HoldRemoval withdrawing;
  private final AtMostHolds atMost;

  AccountParts(
      Writes writes, Reads reads, AccountReader reader, AccountAdoption adoption, HoldLimit limit) {
    this.placement = new HoldPlacement(writes, reader, adoption, limit);
    this.stamping = new HoldStamping(writes);
    this.settling = HoldRemoval.settling(writes, reads);
    this.releasing = HoldRemoval.releasing(writes, reads);
    this.withdrawing = HoldRemoval.withdrawing(writes, reads);
    this.atMost = new AtMostHolds(writes, reads, reader, placement, limit);
  }

  /** Debits that take as much as there is, which share no command. */
  AtMostHolds atMost() {
    return atMost;
  }

  /** More than the update of a leg weighs, in bytes. */
  public static int weight(Leg leg) {
    return 4_000;
  }

  /** Places holds. */
  public Part<AccountHoldOutcome> hold(List<Leg> legs) {
    return placement.place(legs);
  }

  /** Stamps holds. */
  public Part<MatchOutcome> stamp(List<Leg> legs) {
    return stamping.stamp(legs);
  }

  /** Settles what is held. */
  public Part<MatchOutcome> settle(List<Leg> legs) {
    return settling.remove(legs);
  }

  /** Gives back what is held at any epoch. */
  public Part<MatchOutcome> release(List<Leg> legs) {
    return releasing.remove(legs);
  }

  /** Gives back what is held at the legs' epochs. */
  public Part<MatchOutcome> withdraw(List<Leg> legs) {
    return withdrawing.remove(legs);
  }
}
